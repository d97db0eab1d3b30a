/** Reads the lines of PlantUML that we write: PlantUML itself is a program in Java. */

import type { ReadBack } from './read-back.ts';
import { dotted, readArrows } from './underscored.ts';

export function readPlantuml(text: string): ReadBack {
  if (!/^@startuml\n.*\n@enduml\n$/s.test(text)) throw new Error('not PlantUML');
  const marks = text.matchAll(/^ *state "\w+" as (\w+) #\S+( \{)?$/gm);
  return { edges: readArrows(text, String.raw`\n`), active: [...marks].map(([, id = '']) => dotted(id)).sort() };
}

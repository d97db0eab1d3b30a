/** What Mermaid and PlantUML have in common: ids with underscores for dots, and `a --> b : labels`. */

import { sentence } from './sentences.ts';

export function readArrows(text: string, betweenLabels: string): readonly string[] {
  const arrows = [...text.matchAll(/^ *(\w+) --> (\w+) : (.+)$/gm)];
  return arrows
    .flatMap(([, source = '', target = '', labels = '']) =>
      labels.split(betweenLabels).map((label) => sentence({ source: dotted(source), target: dotted(target) }, label)),
    )
    .sort();
}

/** The id as the chart has it, in which no name has an underscore. */
export function dotted(id: string): string {
  return id.replaceAll('_', '.');
}

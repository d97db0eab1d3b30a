/** The reader of each notation. */

import type { NotationName } from '../../../src/http/machine/notations.ts';
import { readDot } from './dot.ts';
import { readGraph } from './graph.ts';
import { readMermaid } from './mermaid.ts';
import { readPlantuml } from './plantuml.ts';
import { readScxml } from './scxml.ts';
import { readSmcat } from './smcat.ts';
import { readSvg } from './svg.ts';
import { readXstate, readXstateModule } from './xstate.ts';
import type { ReadBack } from './read-back.ts';

export const READERS: Readonly<Record<NotationName, (text: string) => ReadBack | Promise<ReadBack>>> = {
  graph: readGraph,
  xstate: readXstate,
  'xstate-js': readXstateModule,
  mermaid: readMermaid,
  scxml: readScxml,
  plantuml: readPlantuml,
  dot: readDot,
  smcat: readSmcat,
  svg: readSvg,
};

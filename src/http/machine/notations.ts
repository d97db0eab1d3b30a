/** Every way to write the chart down, by the name that a caller asks for. */

import { svgWriter } from './drawing/draw-svg.ts';
import { readLayout } from './drawing/layout.ts';
import { writeDot } from './dot.ts';
import { writeGraph } from './graph.ts';
import { writeMermaid } from './mermaid.ts';
import type { Notation } from './notation.ts';
import { writePlantuml } from './plantuml.ts';
import { writeScxml } from './scxml.ts';
import { writeSmcat } from './smcat.ts';
import { writeXstate } from './xstate-config.ts';
import { writeXstateModule } from './xstate-module.ts';

export const NOTATION_NAMES = [
  'graph',
  'xstate',
  'xstate-js',
  'mermaid',
  'scxml',
  'plantuml',
  'dot',
  'smcat',
  'svg',
] as const;

export type NotationName = (typeof NOTATION_NAMES)[number];

const JSON_TYPE = 'application/json; charset=utf-8';

/** Each has the registered type of content, where there is one. */
export function openNotations(): Readonly<Record<NotationName, Notation>> {
  return {
    graph: { contentType: JSON_TYPE, write: writeGraph },
    xstate: { contentType: JSON_TYPE, write: writeXstate },
    'xstate-js': { contentType: 'text/javascript; charset=utf-8', write: writeXstateModule },
    mermaid: { contentType: 'text/vnd.mermaid; charset=utf-8', write: writeMermaid },
    scxml: { contentType: 'application/scxml+xml; charset=utf-8', write: writeScxml },
    plantuml: { contentType: 'text/plain; charset=utf-8', write: writePlantuml },
    dot: { contentType: 'text/vnd.graphviz; charset=utf-8', write: writeDot },
    smcat: { contentType: JSON_TYPE, write: writeSmcat },
    svg: { contentType: 'image/svg+xml; charset=utf-8', write: svgWriter(readLayout()) },
  };
}

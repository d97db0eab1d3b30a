/** Where everything of the chart's picture stands, computed ahead of time by `npm run chart-layout`. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT } from '../../../platform/project-files.ts';

/** In pixels from the upper left corner; all x and y are those of upper left corners. */
export interface Layout extends Size {
  readonly nodes: readonly PlacedNode[];
  readonly arrows: readonly PlacedArrow[];
}

export interface PlacedNode extends Box {
  readonly id: string;
  /** Null where it has no parts. */
  readonly begin: PlacedBegin | null;
}

/** The dot that shows where a state begins, and the way from there to the part it begins in. */
export interface PlacedBegin {
  readonly dot: Box;
  readonly points: readonly Point[];
}

export interface PlacedArrow {
  readonly source: string;
  readonly target: string;
  readonly points: readonly Point[];
  /** Where the lines of its label have room. */
  readonly label: Box;
}

export type Point = readonly [x: number, y: number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

export function readLayout(): Layout {
  return JSON.parse(readFileSync(join(PROJECT, 'src/http/machine/drawing/layout.json'), 'utf8'));
}

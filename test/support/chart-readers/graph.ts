/** Reads nodes and edges, as the description of the API has them. */

import { chartSchema } from '../../../src/http/schemas/chart.ts';
import type { ReadBack } from './read-back.ts';
import { sentencesOf } from './sentences.ts';

export function readGraph(text: string): ReadBack {
  const { nodes, edges } = chartSchema.parse(JSON.parse(text));
  return { edges: sentencesOf(edges), active: nodes.flatMap(({ id, active }) => (active ? id : [])).sort() };
}

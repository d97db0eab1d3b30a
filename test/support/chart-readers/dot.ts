/** Lets Graphviz lay the chart out, and reads what it understood. */

import { Graphviz } from '@hpcc-js/wasm-graphviz';

import type { ReadBack } from './read-back.ts';
import { sentence } from './sentences.ts';

interface Understood {
  /** Clusters and nodes, which the edges name by their number. */
  readonly objects: readonly { readonly name: string; readonly shape?: string; readonly penwidth?: string }[];
  readonly edges: readonly { readonly tail: number; readonly head: number; readonly label: string }[];
}

export async function readDot(text: string): Promise<ReadBack> {
  const graphviz = await Graphviz.load();
  const { objects, edges }: Understood = JSON.parse(graphviz.layout(text, 'json', 'dot'));
  const nameOf = (index: number) => objects[index]?.name ?? '';
  // Only the arrows from a state to the part it begins in have no label.
  const labelled = edges.filter(({ label }) => label !== '');
  return {
    edges: labelled
      .flatMap(({ tail, head, label }) =>
        label.split(String.raw`\n`).map((line) => sentence({ source: nameOf(tail), target: nameOf(head) }, line)),
      )
      .sort(),
    active: objects.flatMap(({ name, penwidth }) => (penwidth === '2.5' ? name.replace('cluster_', '') : [])).sort(),
  };
}

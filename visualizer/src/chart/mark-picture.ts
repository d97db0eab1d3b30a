/** Shows in the picture where a run is: the active states, and the arrow that led there. */

import { activeNodes, type Graph, takenEdge } from './graph.ts';
import type { Move } from '../history/move.ts';

/** @param move null: no run is shown */
export function markPicture(picture: SVGSVGElement, graph: Graph, move: Move | null): void {
  const active = new Set(move ? activeNodes(graph, move.to) : []);
  for (const state of picture.querySelectorAll<SVGElement>('[data-state]')) {
    state.classList.toggle('active', active.has(state.dataset['state'] ?? ''));
  }
  for (const marked of picture.querySelectorAll('.taken')) marked.classList.remove('taken');
  const edge = move && takenEdge(graph, move);
  if (!edge) return;
  for (const label of picture.querySelectorAll(`[data-edge="${CSS.escape(edge.id)}"]`)) {
    label.classList.add('taken');
    label.closest('.arrow')?.classList.add('taken');
  }
}

/** The box of the innermost active state; null where none is. */
export function activeBox(picture: SVGSVGElement): DOMRect | null {
  const inner = [...picture.querySelectorAll<SVGGElement>('[data-state].active')].at(-1);
  return inner?.querySelector<SVGRectElement>('.box')?.getBBox() ?? null;
}

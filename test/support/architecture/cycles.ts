/** Modules that import each other in a circle, type imports included. */

import type { SourceModule } from './source-module.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

/** One sentence for each circle found, such as `cycle: src/a.ts → src/b.ts → src/a.ts`. */
export function findCycles(modules: readonly SourceModule[]): readonly string[] {
  const graph: Graph = new Map(modules.map((module) => [module.path, importedBy(module)]));
  const done = new Set<string>();
  return modules.flatMap(({ path }) => cyclesFrom(path, { graph, done, trail: [] }));
}

function importedBy({ imports }: SourceModule): readonly string[] {
  return imports.flatMap(({ target, byUrl }) => (target === null || byUrl ? [] : [target]));
}

interface Search {
  readonly graph: Graph;
  readonly done: Set<string>;
  readonly trail: readonly string[];
}

function cyclesFrom(path: string, { graph, done, trail }: Search): readonly string[] {
  const start = trail.indexOf(path);
  if (start !== -1) return [`cycle: ${[...trail.slice(start), path].join(' → ')}`];
  if (done.has(path)) return [];
  const next = graph.get(path) ?? [];
  const found = next.flatMap((target) => cyclesFrom(target, { graph, done, trail: [...trail, path] }));
  done.add(path);
  return found;
}

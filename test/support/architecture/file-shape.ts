/** What holds for each source file by itself. */

import type { SourceModule } from './source-module.ts';

const MOST_LINES = 250;

/** The one place of each program where the environment of the process may be read; everything else is handed its configuration. */
const READS_ENVIRONMENT = new Set(['src/config.ts', 'cli/environment.ts']);

/** The one place of src that writes plain text, which it makes harmless for a terminal. */
const WRITES_TEXT = 'src/platform/tell.ts';

/** One sentence for each file that is not as it should be. */
export function findMisshapenFiles(modules: readonly SourceModule[]): readonly string[] {
  const paths = new Set(modules.map(({ path }) => path));
  return modules.flatMap((module) => [
    ...faultsOf(module).map((fault) => `${module.path}: ${fault}`),
    ...importFaults(module, paths).map((fault) => `${module.path}: ${fault}`),
  ]);
}

function faultsOf(module: SourceModule): readonly string[] {
  const { path, text, syntaxErrors, moduleState } = module;
  const lines = text.trimEnd().split('\n').length;
  return [
    ...syntaxErrors.map((message) => `cannot be parsed: ${message}`),
    ...moduleState.map((name) => `keeps state in the module: ${name}`),
    ...when(!/\.tsx?$/.test(path), 'is not written in TypeScript'),
    ...when(/(^|\/)index\.[a-z]+$/.test(path), 'is a barrel by its name'),
    ...when(module.reexports, 'passes on the exports of another module'),
    ...when(module.hasDefaultExport, 'has a default export'),
    ...when(!/^\/\*\* \S/.test(text) && !/^\/\*\*\n \* \S/.test(text), 'does not begin with a doc comment'),
    ...when(lines > MOST_LINES, `has ${lines} lines, more than ${MOST_LINES}`),
    ...when(
      path.startsWith('src/') && path !== WRITES_TEXT && /\bprocess\.std(out|err)\.write\b/.test(text),
      `writes text by itself, not by ${WRITES_TEXT}`,
    ),
    ...when(module.readsEnvironment && !READS_ENVIRONMENT.has(path), 'reads the environment'),
  ];
}

function importFaults({ imports }: SourceModule, paths: ReadonlySet<string>): readonly string[] {
  return imports.flatMap(({ specifier, target, byUrl }) => {
    // A URL may lead to any file, such as SQL.
    if (target === null || (byUrl && !/\.[cm]?[jt]s$/.test(target))) return [];
    if (!/\.tsx?$/.test(target)) return [`imports ${specifier} without the ending .ts`];
    return when(
      /^(src|visualizer|cli)\//.test(target) && !paths.has(target),
      `imports ${specifier}, which does not exist`,
    );
  });
}

function when(condition: boolean, fault: string): readonly string[] {
  return condition ? [fault] : [];
}

/** Puts the programs of the service and their packages together. */

import { join } from 'node:path';

import type { RolldownOutput } from 'rolldown';

/** What runs as a process or thread of its own: src/platform/project-files.ts finds them by the names of their files. */
const PROGRAMS = [
  'src/main.ts',
  'src/scripts/launcher/launcher.ts',
  'src/persistence/embedded/database-process.ts',
  'src/persistence/embedded/maker-thread.ts',
];

/** They look for files beside their own. */
const LEFT_OUT = [/^@electric-sql\//];

/** Texts by the name of their file; null where the packages of developers are not installed. */
export async function bundle(): Promise<ReadonlyMap<string, string> | null> {
  const rolldown = await importRolldown();
  if (rolldown === null) return null;
  const build = await rolldown({
    cwd: join(import.meta.dirname, '..'),
    input: PROGRAMS,
    platform: 'node',
    external: LEFT_OUT,
    // It takes calls such as `decodeURIComponent(text);` for useless, which throw; and so do packages that are put in.
    treeshake: false,
    // A package's own doing, such as its `eval`, is not for whoever starts the service.
    logLevel: 'silent',
  });
  // One folder, no minifying: a stack trace names the functions as the sources do.
  const { output } = await build.generate({
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
    // Left alone it would leave out the same calls.
    minify: false,
  });
  return new Map(textsOf(output));
}

async function importRolldown() {
  try {
    return (await import('rolldown')).rolldown;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null;
    throw error;
  }
}

function textsOf(output: RolldownOutput['output']): readonly (readonly [string, string])[] {
  return output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part.code] as const] : []));
}

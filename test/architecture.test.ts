/** The architecture of src: rooms import in one direction, files keep their shape, words are the project's own. */

import { expect } from 'chai';

import { findCycles } from './support/architecture/cycles.ts';
import { findMisshapenFiles } from './support/architecture/file-shape.ts';
import { readSources } from './support/architecture/read-sources.ts';
import { findForbiddenImports } from './support/architecture/rooms.ts';
import { parseModules, type SourceModule, type Sources } from './support/architecture/source-module.ts';
import { findForbiddenWords } from './support/architecture/words.ts';

describe('the architecture', () => {
  const modules = parseModules(readSources('src'));

  it('is checked on all of src', () => {
    const paths = modules.map(({ path }) => path);
    expect(paths).to.include.members(['src/config.ts', 'src/domain/unit.ts', 'src/scripts/scripts.ts']);
  });

  it('has rooms that import only as their table says', () => {
    expect(findForbiddenImports(modules)).to.deep.equal([]);
  });

  it('has no modules that import each other in a circle', () => {
    expect(findCycles(modules)).to.deep.equal([]);
  });

  it('has files of the agreed shape', () => {
    expect(findMisshapenFiles(modules)).to.deep.equal([]);
  });

  it('has names without the words that are not used here', () => {
    expect(findForbiddenWords(modules)).to.deep.equal([]);
  });
});

describe('the architecture of the visualizer', () => {
  const modules = parseModules(readSources('visualizer/src'));

  it('is checked on all of it', () => {
    expect(modules.map(({ path }) => path)).to.include.members([
      'visualizer/src/main.tsx',
      'visualizer/src/task/plan.ts',
    ]);
  });

  it('knows the HTTP API only: it imports nothing of the service', () => {
    const targets = modules.flatMap(({ imports }) => imports.flatMap(({ target }) => target ?? []));
    expect(targets.filter((target) => !target.startsWith('visualizer/src/'))).to.deep.equal([]);
  });

  it('has the shape, the words and the order of imports of the service', () => {
    expect([findCycles, findMisshapenFiles, findForbiddenWords].flatMap((find) => find(modules))).to.deep.equal([]);
  });
});

describe('the architecture of the command line', () => {
  const modules = parseModules(readSources('cli'));

  it('is checked on all of it', () => {
    expect(modules.map(({ path }) => path)).to.include.members(['cli/main.ts', 'cli/watch/frame.ts']);
  });

  it('knows the HTTP API only: of the service it imports nothing but how a token is made', () => {
    const ofTokens = /^src\/http\/access\/(new-token|describe-token|token-name|role)\.ts$/;
    expect(importsOf(modules, HERE).filter((target) => !ofTokens.test(target))).to.deep.equal([]);
  });

  it('has two commands that work on the host of the service, without it: they are what npm run doctor and prune are', () => {
    const ofPrograms =
      /^src\/(config(\/config-error)?|doctor\/.*|persistence\/doctor\/examine-database|retention\/.*)\.ts$/;
    const here = modules.filter(({ path }) => HERE.test(path));
    expect(here).to.have.length.above(1);
    expect(importsOf(here, /^$/).filter((target) => !ofPrograms.test(target))).to.deep.equal([]);
  });

  it('has the shape, the words and the order of imports of the service', () => {
    const known = parseModules({ ...readSources('cli'), ...readSources('src') });
    expect([findCycles, findMisshapenFiles, findForbiddenWords].flatMap((find) => find(known))).to.deep.equal([]);
  });
});

/** The commands that open a database themselves. */
const HERE = /^cli\/(commands\/(doctor|prune)\.ts|prune\/)/;

/** What is imported from elsewhere, but for the modules that are left out. */
function importsOf(modules: readonly SourceModule[], leftOut: RegExp): readonly string[] {
  const others = modules.filter(({ path }) => !leftOut.test(path));
  const targets = others.flatMap(({ imports }) => imports.flatMap(({ target }) => target ?? []));
  return targets.filter((target) => !target.startsWith('cli/'));
}

describe('the check of the architecture', () => {
  for (const { title, sources, faults } of plantedFaults()) {
    it(`finds ${title}`, () => {
      expect(checkAll(sources)).to.deep.equal(faults);
    });
  }

  it('finds nothing in sources that keep the rules', () => {
    const sources = {
      'src/main.ts': file(
        "import { config } from './config.ts';",
        "import { open } from './service.ts';",
        'open(config());',
      ),
      'src/config.ts': file('export const config = () => process.env;'),
      'src/service.ts': file(
        "import type { A } from './http/a.ts';",
        'export function open(a: A) { let b = a; b = a; }',
      ),
      'src/http/a.ts': file(
        "import Koa from 'koa';",
        "import type { B } from '../persistence/b.ts';",
        'export type A = B;',
      ),
      'src/persistence/b.ts': file(
        "const child = [new URL('child.ts', import.meta.url), new URL('tables.sql', import.meta.url)];",
        'export type B = typeof child;',
      ),
      'src/persistence/child.ts': file(
        "import type { B } from './b.ts';",
        "import { Worker } from 'node:worker_threads';",
        'queueMicrotask(() => new Worker(import.meta.filename, { workerData: 1 }));',
        'export type C = B;',
      ),
    };
    expect(checkAll(sources)).to.deep.equal([]);
  });
});

interface Planted {
  readonly title: string;
  readonly sources: Sources;
  readonly faults: readonly string[];
}

function plantedFaults(): readonly Planted[] {
  const domain = { 'src/domain/b.ts': file('export type B = 1;') };
  return [
    planted('an import to the left', 'src/domain/a.ts', "import type { H } from '../http/h.ts';", {
      more: { 'src/http/h.ts': file('export type H = 1;') },
      fault: 'domain must not import http (src/http/h.ts)',
    }),
    planted('persistence that knows scripts', 'src/persistence/a.ts', "import { s } from '../scripts/s.ts';", {
      more: { 'src/scripts/s.ts': file('export const s = 1;') },
      fault: 'persistence must not import scripts (src/scripts/s.ts)',
    }),
    planted('an import() to the left', 'src/actors/a.ts', "export const h = () => import('../http/h.ts');", {
      more: { 'src/http/h.ts': file('export type H = 1;') },
      fault: 'actors must not import http (src/http/h.ts)',
    }),
    planted('src that imports a test', 'src/domain/a.ts', "import '../../test/x.ts';", {
      fault: 'src must not import test/x.ts',
    }),
    planted('a room that is not in the table', 'src/cellar/a.ts', 'export const a = 1;', {
      fault: 'the room cellar is not in the table of rooms',
    }),
    planted('a package away from its room', 'src/actors/a.ts', "import { Type } from '@mikro-orm/core';", {
      fault: 'only persistence may use the package @mikro-orm/core',
    }),
    planted('a barrel by its name', 'src/http/index.ts', 'export const a = 1;', { fault: 'is a barrel by its name' }),
    planted('a barrel by its content', 'src/domain/a.ts', "export type { B } from './b.ts';", {
      more: domain,
      fault: 'passes on the exports of another module',
    }),
    planted('a barrel that passes on everything', 'src/domain/a.ts', "export * from './b.ts';", {
      more: domain,
      fault: 'passes on the exports of another module',
    }),
    planted('a default export', 'src/domain/a.ts', 'export default 1;', { fault: 'has a default export' }),
    planted('a default export by name', 'src/domain/a.ts', 'const a = 1;\nexport { a as default };', {
      fault: 'has a default export',
    }),
    planted('state in a module', 'src/domain/a.ts', 'let count = 0;\nexport const next = () => ++count;', {
      fault: 'keeps state in the module: count',
    }),
    planted('exported state in a module', 'src/domain/a.ts', 'export var count = 0;', {
      fault: 'keeps state in the module: count',
    }),
    planted('text for a terminal that nothing makes harmless', 'src/main.ts', "process.stderr.write('a');", {
      fault: 'writes text by itself, not by src/platform/tell.ts',
    }),
    planted('an import without its ending', 'src/domain/a.ts', "import { b } from './b';", {
      more: domain,
      fault: 'imports ./b without the ending .ts',
    }),
    planted('an import of a file that is not there', 'src/domain/a.ts', "import { b } from './c.ts';", {
      fault: 'imports ./c.ts, which does not exist',
    }),
    planted('a child that is not there', 'src/domain/a.ts', "new URL('child.ts', import.meta.url);", {
      fault: 'imports child.ts, which does not exist',
    }),
    planted('a long file', 'src/domain/a.ts', 'void 0;\n'.repeat(250), { fault: 'has 251 lines, more than 250' }),
    planted('a file that cannot be parsed', 'src/domain/a.ts', 'const = 1;', {
      fault: 'cannot be parsed: Unexpected token',
    }),
    planted('a file in another language', 'src/domain/a.js', 'export const a = 1;', {
      fault: 'is not written in TypeScript',
    }),
    ...['process.env.A;', "process['env'];", 'const { env: e } = process;', "import { env } from 'node:process';"].map(
      (code) => planted(`the environment read by ${code}`, 'src/http/a.ts', code, { fault: 'reads the environment' }),
    ),
    ...['const taskQueue = 1;', 'class JobRunner {}', 'const a = { helpers: 1 };', 'const MAX_WORKERS = 1;'].map(
      (code) =>
        planted(`a forbidden word in ${code}`, 'src/domain/a.ts', code, {
          fault: `the name ${/\w*(Queue|Job|helpers|WORKERS)\w*/.exec(code)?.[0]} has a word that is not used here`,
        }),
    ),
    planted('a forbidden word in the alias of an import', 'src/domain/a.ts', "import { Pool as Queue } from 'pool';", {
      fault: 'the name Queue has a word that is not used here',
    }),
    planted('a forbidden word in the name of a file', 'src/domain/path-utils.ts', 'export const a = 1;', {
      fault: 'the name src/domain/path-utils.ts has a word that is not used here',
    }),
    {
      title: 'a file that does not begin with a doc comment',
      sources: { 'src/domain/a.ts': '// A.\nexport const a = 1;\n' },
      faults: ['src/domain/a.ts: does not begin with a doc comment'],
    },
    {
      title: 'a circle of type imports',
      sources: {
        'src/domain/a.ts': file("import type { B } from './b.ts';", 'export type A = B;'),
        'src/domain/b.ts': file("import type { C } from './c.ts';", 'export type B = C;'),
        'src/domain/c.ts': file("import type { B } from './b.ts';", 'export type C = B | 1;'),
      },
      faults: ['cycle: src/domain/b.ts → src/domain/c.ts → src/domain/b.ts'],
    },
  ];
}

function planted(
  title: string,
  path: string,
  code: string,
  { more, fault }: { readonly more?: Sources; readonly fault: string },
): Planted {
  return { title, sources: { [path]: file(code), ...more }, faults: [`${path}: ${fault}`] };
}

function file(...lines: readonly string[]): string {
  return ['/** A file. */', ...lines, ''].join('\n');
}

function checkAll(sources: Sources): readonly string[] {
  const modules = parseModules(sources);
  return [findForbiddenImports, findCycles, findMisshapenFiles, findForbiddenWords].flatMap((find) => find(modules));
}

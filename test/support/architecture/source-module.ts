/** A source file as the rules of the architecture see it: what it imports, exports, names and reads. */

import { parseSync, Visitor } from 'oxc-parser';
import { posix } from 'node:path';

/** Paths relative to the root of the project, with `/`, such as `src/http/app.ts`, and their text. */
export type Sources = Readonly<Record<string, string>>;

export interface SourceModule {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  /** Whether it passes on what another module exports. */
  readonly reexports: boolean;
  readonly hasDefaultExport: boolean;
  /** Names of variables that the module itself can assign anew. */
  readonly moduleState: readonly string[];
  readonly identifiers: ReadonlySet<string>;
  /** Names that packages and Node.js gave to what is imported from them. */
  readonly foreignNames: ReadonlySet<string>;
  readonly readsEnvironment: boolean;
  readonly syntaxErrors: readonly string[];
}

/** An import, type import, re-export or import() of the module. */
export interface Import {
  /** As written. */
  readonly specifier: string;
  /** The path it leads to; null where it names a package or a part of Node.js. */
  readonly target: string | null;
  /** Whether only its file's place is needed, as for a child process. */
  readonly byUrl: boolean;
}

export function parseModules(sources: Sources): readonly SourceModule[] {
  return Object.entries(sources).map(([path, text]) => parseModule(path, text));
}

function parseModule(path: string, text: string): SourceModule {
  const { program, module, errors } = parseSync(path, text);
  const { identifiers, urls, dynamicImports, readsEnvironment } = walk(program);
  const reexported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) => entry.moduleRequest ?? []),
  );
  const specifiers = [...module.staticImports.map((entry) => entry.moduleRequest), ...reexported];
  const imports = [...specifiers.map(({ value }) => value), ...dynamicImports];
  return {
    path,
    text,
    imports: [
      ...imports.map((specifier) => ({ specifier, target: resolve(path, specifier), byUrl: false })),
      ...urls.map((specifier) => ({ specifier, target: resolve(path, `./${specifier}`), byUrl: true })),
    ],
    reexports: reexported.length > 0,
    hasDefaultExport: hasDefaultExport(program),
    moduleState: moduleState(program),
    identifiers,
    foreignNames: foreignNames(module),
    readsEnvironment,
    syntaxErrors: errors.map(({ message }) => message),
  };
}

type Program = ReturnType<typeof parseSync>['program'];
type ModuleRecord = ReturnType<typeof parseSync>['module'];

function foreignNames({ staticImports }: ModuleRecord): ReadonlySet<string> {
  const foreign = staticImports.filter(({ moduleRequest }) => !moduleRequest.value.startsWith('.'));
  return new Set(foreign.flatMap(({ entries }) => entries.flatMap(({ importName }) => importName.name ?? [])));
}

function hasDefaultExport(program: Program): boolean {
  return program.body.some((statement) => {
    if (statement.type === 'ExportDefaultDeclaration') return true;
    if (statement.type !== 'ExportNamedDeclaration') return false;
    return statement.specifiers.some(({ exported }) => exported.type === 'Identifier' && exported.name === 'default');
  });
}

function resolve(path: string, specifier: string): string | null {
  return /^\.\.?\//.test(specifier) ? posix.join(posix.dirname(path), specifier) : null;
}

function moduleState(program: Program): readonly string[] {
  const statements = program.body.map((statement) =>
    statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
  );
  const variables = statements.filter((statement) => statement?.type === 'VariableDeclaration');
  const assignable = variables.filter(({ kind }) => kind === 'let' || kind === 'var');
  return assignable.flatMap(({ declarations }) =>
    declarations.map(({ id }) => (id.type === 'Identifier' ? id.name : id.type)),
  );
}

function walk(program: Program) {
  const identifiers = new Set<string>();
  const urls: string[] = [];
  const dynamicImports: string[] = [];
  let readsEnvironment = false;
  const visitor = new Visitor({
    Identifier({ name }) {
      identifiers.add(name);
    },
    PrivateIdentifier({ name }) {
      identifiers.add(name);
    },
    MemberExpression({ object, property }) {
      const name = property.type === 'Literal' ? property.value : property.type === 'Identifier' ? property.name : '';
      if (object.type === 'Identifier' && object.name === 'process' && name === 'env') readsEnvironment = true;
    },
    VariableDeclarator({ id, init }) {
      const ofProcess = init?.type === 'Identifier' && init.name === 'process';
      if (ofProcess && id.type === 'ObjectPattern' && id.properties.some(isEnvironment)) readsEnvironment = true;
    },
    ImportDeclaration({ source, specifiers }) {
      if (source.value === 'node:process' && specifiers.some(isEnvironment)) readsEnvironment = true;
    },
    ImportExpression({ source }) {
      if (source.type === 'Literal') dynamicImports.push(String(source.value));
    },
    NewExpression({ callee, arguments: [first, base] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'URL' || first?.type !== 'Literal') return;
      // Only import.meta.url is a base that leads to a file of the project.
      if (base?.type === 'MemberExpression' && base.object.type === 'MetaProperty') urls.push(String(first.value));
    },
  });
  visitor.visit(program);
  return { identifiers, urls, dynamicImports, readsEnvironment };
}

/** `{ env }` or `{ env as other }` of an import, `{ env }` or `{ env: other }` of a pattern. */
function isEnvironment(part: { readonly type: string }): boolean {
  const name = 'imported' in part ? part.imported : 'key' in part ? part.key : null;
  return typeof name === 'object' && name !== null && 'name' in name && name.name === 'env';
}

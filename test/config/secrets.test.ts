/** Which secrets the configuration knows, and which it finds in the open. */

import { expect } from 'chai';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readConfig } from '../../src/config.ts';

const URL_WITH_PASSWORD = 'postgresql://ann:open%20sesame@db:5432/shop';

describe('the secrets of the configuration', () => {
  const KNOWN: readonly (readonly [settings: Record<string, string>, known: readonly string[]])[] = [
    [{}, []],
    [{ PGPASSWORD: 'of others' }, []],
    [{ DATABASE_URL: 'postgresql://ann@db/shop' }, []],
    [{ DATABASE_URL: URL_WITH_PASSWORD }, ['open%20sesame', 'open sesame']],
    [{ DATABASE_URL: 'postgresql://ann:100%@db/shop' }, ['100%', '100%25']],
    [{ DATABASE_URL: 'postgresql://db/shop?user=ann&password=open+up' }, ['open up', 'open%20up']],
    [{ DATABASE_URL: 'postgresql://ann@db/shop', PGPASSWORD: 'open/up' }, ['open/up', 'open%2Fup']],
    [{ DATABASE_URL: 'postgresql://postgres:postgres@db/shop' }, []],
  ];

  for (const [settings, known] of KNOWN) {
    it(`are ${JSON.stringify(known)} where it is ${JSON.stringify(settings)}`, () => {
      expect(readConfig(settings).secrets.known).to.deep.equal(known);
    });
  }

  it('are exposed in the environment, where every script can read them', () => {
    expect(exposedBy({ DATABASE_URL: URL_WITH_PASSWORD })).to.deep.equal(['DATABASE_URL']);
    expect(exposedBy({ DATABASE_URL: 'postgresql://ann@db/shop?password=x' })).to.deep.equal(['DATABASE_URL']);
    expect(exposedBy({ DATABASE_URL: 'postgresql://ann@db/shop', PGPASSWORD: 'x' })).to.deep.equal(['PGPASSWORD']);
    expect(exposedBy({ DATABASE_URL: 'postgresql://ann@db/shop' })).to.deep.equal([]);
    expect(readConfig({ DATABASE_URL: URL_WITH_PASSWORD }).secrets.exposed[0]?.advice).to.include('DATABASE_URL_FILE');
  });

  describe('in a file', () => {
    let folder: string;

    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'tms-init-secrets-'));
    });

    after(() => rmSync(folder, { recursive: true }));

    const MODES: readonly (readonly [mode: number, url: string, exposed: boolean])[] = [
      [0o600, URL_WITH_PASSWORD, false],
      [0o440, URL_WITH_PASSWORD, false],
      [0o660, URL_WITH_PASSWORD, true],
      [0o444, URL_WITH_PASSWORD, true],
      [0o644, 'postgresql://ann@db/shop', false],
    ];

    for (const [mode, url, exposed] of MODES) {
      it(`are ${exposed ? 'exposed' : 'kept'} by mode ${mode.toString(8)} where it is ${url}`, () => {
        const file = join(folder, `url-${mode}`);
        writeFileSync(file, url);
        chmodSync(file, mode);
        expect(exposedBy({ DATABASE_URL_FILE: file })).to.deep.equal(exposed ? ['DATABASE_URL_FILE'] : []);
      });
    }
  });
});

function exposedBy(settings: Record<string, string>): string[] {
  return readConfig(settings).secrets.exposed.map(({ setting }) => setting);
}

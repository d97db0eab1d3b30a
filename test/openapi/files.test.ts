/** The description of the API in the repository, and the types that are made of it, compared with what the service says. */

import { readFileSync } from 'node:fs';

import { expect } from 'chai';

import { apiFiles } from '../../openapi/files.ts';
import { createHttpApp } from '../../src/http/app.ts';
import { unusedRooms } from '../support/unused-rooms.ts';
import { operations } from './read-document.ts';
import { listenAsUsual, usualHttp } from '../support/usual-http.ts';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

describe('docs/openapi.json', () => {
  it('is what the service serves, with its version', async () => {
    const server = await listenAsUsual(createHttpApp({ ...unusedRooms(), ...usualHttp }));
    const served = JSON.parse(await (await fetch(`${server.url}/openapi.json`)).text());
    await server.close();
    expect(JSON.parse(read('docs/openapi.json')), 'else: npm run openapi').to.deep.equal(served);
    expect(served.info.version).to.equal(JSON.parse(read('package.json')).version);
  });
});

describe('each file that is made of the description', () => {
  it('is as it is made now (else: npm run openapi)', async () => {
    for (const [name, text] of Object.entries(await apiFiles())) expect(read(name) === text, name).to.equal(true);
  });
});

describe('each header that an answer has by the description', () => {
  it('may be read by the pages of allowed origins', async () => {
    const allowedOrigins = ['https://tools.example.org'];
    const server = await listenAsUsual(createHttpApp({ ...unusedRooms(), ...usualHttp, allowedOrigins }));
    const { headers } = await fetch(`${server.url}/healthz`, { headers: { Origin: 'https://tools.example.org' } });
    await server.close();
    const exposed = headers.get('access-control-expose-headers')?.split(',');
    const described = operations.flatMap(({ answers }) =>
      Object.values(answers).flatMap((answer) => Object.keys(answer.headers ?? {})),
    );
    expect(exposed).to.include.members([...new Set(described)]);
  });
});

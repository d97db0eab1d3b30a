/** Whether the service is ready, asked by many at once. */

import { expect } from 'chai';

import type { HttpServer } from '../../src/http/server.ts';
import { eventually } from '../support/eventually.ts';
import { serveRooms } from '../support/serve-rooms.ts';
import { unusedRooms } from '../support/unused-rooms.ts';

describe('readiness', () => {
  let server: HttpServer;
  let pings: PromiseWithResolvers<boolean>[];
  let asked: number;

  beforeEach(async () => {
    pings = [];
    asked = 0;
    const { persistence, supervisor, ...others } = unusedRooms();
    const ping = () => {
      pings.push(Promise.withResolvers());
      return pings.at(-1)?.promise ?? Promise.resolve(false);
    };
    const counting = {
      ...supervisor,
      get accepting() {
        asked += 1;
        return true;
      },
    };
    server = await serveRooms({ ...others, supervisor: counting, persistence: { ...persistence, ping } });
  });

  afterEach(async () => {
    for (const { resolve } of pings) resolve(false);
    await server.close();
  });

  async function status(): Promise<number> {
    return (await fetch(`${server.url}/readyz`)).status;
  }

  it('is asked of the database once for all who ask while it is asked, and anew for the next', async () => {
    const first = Array.from({ length: 20 }, status);
    await eventually('all have asked', () => asked === 20);
    expect(pings).to.have.length(1);
    pings[0]?.resolve(true);
    expect(new Set(await Promise.all(first))).to.deep.equal(new Set([200]));
    const next = status();
    await eventually('the next has asked', () => pings.length === 2);
    pings[1]?.resolve(false);
    expect(await next).to.equal(503);
  });

  it('is asked anew where asking failed', async () => {
    const failed = status();
    await eventually('it is asked', () => pings.length === 1);
    pings[0]?.reject(new Error('a fault'));
    expect(await failed).to.equal(500);
    const next = status();
    await eventually('it is asked again', () => pings.length === 2);
    pings[1]?.resolve(true);
    expect(await next).to.equal(200);
  });
});

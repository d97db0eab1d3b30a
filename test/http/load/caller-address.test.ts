/** By which address a caller is counted. */

import type { Socket } from 'node:net';

import { expect } from 'chai';

import { callerAddress } from '../../../src/http/load/caller-address.ts';

describe('the address of a caller', () => {
  for (const [remoteAddress, counted] of [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, ''],
  ] as const) {
    it(`${remoteAddress} is counted as ${counted || 'one that has left'}`, () => {
      expect(callerAddress({ socket: { remoteAddress } as Socket })).to.equal(counted);
    });
  }
});

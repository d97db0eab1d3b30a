import { expect } from 'chai';

import { reasonOf } from '../../../src/persistence/embedded/unusable.ts';

describe('the reason why a database cannot be used', () => {
  it('has the same words for an error of the system, told by Node or by WebAssembly', () => {
    const byNode = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });
    for (const error of [byNode, { name: 'ErrnoError', errno: 51 }]) {
      expect(reasonOf(error)).to.equal('no space left on the disk (ENOSPC)');
    }
  });

  it('is what any other error says', () => {
    expect(reasonOf(new Error('incorrect data check'))).to.equal('incorrect data check');
    expect(reasonOf({ errno: 4 })).to.equal('PGlite failed with {"errno":4}');
  });
});

/** How many files a process may have open. */

import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import process from 'node:process';

import { expect } from 'chai';

const MODULE = pathToFileURL(join(import.meta.dirname, '../../src/platform/open-files.ts')).href;

const PROGRAM = `import { readMostOpenFiles } from '${MODULE}'; console.log(readMostOpenFiles());`;

describe('the limit of open files', () => {
  it('is that of this process', () => {
    const script = 'ulimit -n 321; exec "$0" --input-type=module --eval "$1"';
    expect(execFileSync('/bin/sh', ['-c', script, process.execPath, PROGRAM], { encoding: 'utf8' })).to.equal('321\n');
  });
});

/** The console blocks of a README: each a command line and the answer that is printed below it. */

import { readFileSync } from 'node:fs';

export interface ReadmeRequest {
  readonly command: string;
  readonly answer: string;
}

export function readmeRequests(path: string): readonly ReadmeRequest[] {
  const blocks = readFileSync(path, 'utf8').matchAll(/^```console\n\$ (.*)\n([^]*?)^```$/gm);
  return [...blocks].map(([, command = '', answer = '']) => ({ command, answer: answer.trim() }));
}

/** The command by which the reader mends the cause of the failure. */
export function readmeMending(path: string): string {
  return /`(echo \d+ > [^`]+)`/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
}

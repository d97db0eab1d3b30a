/** On what it was measured, without a name that would tell where. */

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { findProgram } from '../contestants/find-program.ts';

const BENCH = join(import.meta.dirname, '..');

export function describeMachine(): string {
  const [cpu] = cpus();
  const memoryGiB = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} × ${cpu?.model.trim()}, ${memoryGiB} GiB of memory, ${type()} ${release()}`;
}

/** Of everything that took part. */
export function describeVersions(postgres: string): readonly string[] {
  const { dependencies, version } = readJson('../package.json');
  const ours = ['koa', 'pg', '@mikro-orm/postgresql', 'xstate'].map((name) => `${name} ${dependencies[name]}`);
  const peers = Object.entries(readJson('package.json').dependencies).map(([name, exact]) => `${name} ${exact}`);
  return [
    `tms-init ${version} (${ours.join(', ')}), Node.js ${process.versions.node}`,
    `peers: ${peers.join(', ')}`,
    `PostgreSQL ${postgres}${versionOf('pgbench')}${versionOf('redis-server')}${versionOf('xargs')}${versionOf('flock')}`,
  ];
}

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

function readJson(path: string): Manifest {
  return JSON.parse(readFileSync(join(BENCH, path), 'utf8'));
}

/** Nothing where there is no such program. */
function versionOf(program: string): string {
  if (findProgram(program) === null) return '';
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return `, ${program} ${/\d+(\.\d+)+/.exec(said)?.[0] ?? said.trim()}`;
}

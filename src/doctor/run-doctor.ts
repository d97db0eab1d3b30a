/** Runs the doctor: what it is asked by, what it writes, and the exit code. */

import { parseArgs } from 'node:util';

import { type Config, readConfig } from '../config.ts';
import { ConfigError } from '../config/config-error.ts';
import { createLogger } from '../logger.ts';
import { createMask } from '../platform/mask-secrets.ts';
import { examineDatabase, type Findings, UnreachableDatabaseError } from '../persistence/doctor/examine-database.ts';
import { printFindings } from './print-findings.ts';

const USAGE = `usage: npm run doctor [-- --json | --mapping]
  Looks at the database of DATABASE_URL, and at its tables as TABLE_MAPPING names them; changes nothing.
  --json     everything that was found, as JSON
  --mapping  only a mapping to start from, for the file of TABLE_MAPPING`;

const EXIT_FINE = 0;
const EXIT_MISSING = 1;
const EXIT_USAGE = 2;
const EXIT_UNREACHABLE = 3;

type DoctorExitCode = typeof EXIT_FINE | typeof EXIT_MISSING | typeof EXIT_USAGE | typeof EXIT_UNREACHABLE;

export interface DoctorAnswer {
  readonly exitCode: DoctorExitCode;
  readonly output: string;
  readonly error: string;
}

export async function runDoctor(
  args: readonly string[],
  environment: Parameters<typeof readConfig>[0],
): Promise<DoctorAnswer> {
  try {
    const wish = readWish(args);
    if (wish === 'help') return answer(EXIT_FINE, `${USAGE}\n`);
    const findings = await examine(readConfig(environment));
    return answerBy(findings, wish);
  } catch (error) {
    if (error instanceof UsageError) return { ...answer(EXIT_USAGE), error: `tms-init: ${error.message}\n${USAGE}\n` };
    if (error instanceof ConfigError) return { ...answer(EXIT_USAGE), error: `tms-init: ${error.message}\n` };
    if (error instanceof UnreachableDatabaseError)
      return { ...answer(EXIT_UNREACHABLE), error: `tms-init: ${error.message}\n` };
    throw error;
  }
}

type Wish = 'text' | 'json' | 'mapping' | 'help';

class UsageError extends Error {
  override readonly name = 'UsageError';
}

const OPTIONS = {
  json: { type: 'boolean' },
  mapping: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

function readWish(args: readonly string[]): Wish {
  const { json, mapping, help } = parse(args);
  if (help) return 'help';
  if (json && mapping) throw new UsageError('--json holds the mapping too; give one of the two');
  if (json) return 'json';
  return mapping ? 'mapping' : 'text';
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    const [line = ''] = (error as Error).message.split('. ');
    throw new UsageError(line, { cause: error });
  }
}

function examine({ database, tableMapping, secrets, logLevel, logFormat }: Config): Promise<Findings> {
  if (database.kind === 'embedded') {
    throw new ConfigError(
      'DATABASE_URL is not set. The embedded database has the tables that the service makes; there is nothing to look at.',
    );
  }
  return examineDatabase(database, tableMapping, createLogger(logLevel, createMask(secrets.known), logFormat));
}

function answerBy(findings: Findings, wish: Exclude<Wish, 'help'>): DoctorAnswer {
  const { faults, indexes, guess } = findings;
  const exitCode = faults.length + indexes.length > 0 ? EXIT_MISSING : EXIT_FINE;
  switch (wish) {
    case 'text':
      return answer(exitCode, printFindings(findings));
    case 'json':
      return answer(exitCode, `${JSON.stringify(findings, null, 2)}\n`);
    case 'mapping':
      if (guess !== null) return answer(EXIT_FINE, `${JSON.stringify(guess.file, null, 2)}\n`);
      return {
        ...answer(EXIT_MISSING),
        error: 'tms-init: There is no mapping to guess; without --mapping the doctor says more.\n',
      };
  }
}

function answer(exitCode: DoctorExitCode, output = ''): DoctorAnswer {
  return { exitCode, output, error: '' };
}

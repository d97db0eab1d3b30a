/** The environment made into one frozen, validated Config: every setting, its default, and why. Nothing else reads it. */

import { hostname, tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import type { z } from 'zod';

import { ConfigError } from './config/config-error.ts';
import { type DatabaseConfig, databaseOf } from './config/database-config.ts';
import { type HttpConfig, httpOf } from './config/http-config.ts';
import { readTableMapping, type TableMapping } from './config/mapping/table-mapping.ts';
import { type Secrets, secretsOf } from './config/secrets.ts';
import { type ScriptsConfig, scriptsOf } from './config/scripts-config.ts';
import { type LogFormat, type LogLevel, type Settings, settings } from './config/settings.ts';
import type { Failpoints } from './failpoints/failpoint.ts';
import { parseFailpoints } from './failpoints/parse-failpoints.ts';

export interface Config {
  readonly http: HttpConfig;
  /** The file of tokens; null where nobody is asked who they are. */
  readonly tokensFile: string | null;
  readonly database: DatabaseConfig;
  readonly secrets: Secrets;
  /** Whether missing tables are created at the start. */
  readonly createTables: 'auto' | 'never';
  /** What the tables are called where they are those of another program; null: as the service creates them. */
  readonly tableMapping: TableMapping | null;
  readonly logDir: string;
  /** Further folders that stored log paths may point into. */
  readonly logRoots: readonly string[];
  /** Where the step locks live: per host, never on a network file system. */
  readonly lockDir: string;
  readonly scripts: ScriptsConfig;
  /** `advisory`: several instances may share the database; `process`: this one has it for itself. */
  readonly claims: 'advisory' | 'process';
  /** How long a run that was interrupted on another host is given to notice that it lost its claim. */
  readonly takeoverDelayMs: number;
  /** null: no limit. */
  readonly stepTimeoutMs: number | null;
  /** How large the log of a running step may grow; null: no limit. */
  readonly stepLogLimitBytes: number | null;
  readonly killGraceMs: number;
  readonly shutdownGraceMs: number;
  readonly maxRunning: number;
  /** What becomes of residue found at the start. */
  readonly recovery: 'off' | 'settle' | 'resume';
  readonly logLevel: LogLevel;
  /** `auto`: for people on a terminal, for programs elsewhere. */
  readonly logFormat: LogFormat;
  readonly instance: string;
  /** Faults that a test asked for; nothing is armed in a service that is in use. */
  readonly failpoints: Failpoints;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Only for tests of the service itself, and refused everywhere else: they make it die. */
const FOR_TESTS = ['FAILPOINTS', 'FAILPOINT_HITS'];

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;

/** The configuration, or a ConfigError. An empty variable counts as unset. */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const forTests = FOR_TESTS.find((name) => given[name] !== undefined);
  if (forTests && given['NODE_ENV'] !== 'test') throw new ConfigError(`${forTests} needs NODE_ENV=test; unset it.`);
  const parsed = settings.safeParse(given);
  if (!parsed.success) throw new ConfigError(describe(parsed.error, given));
  return deepFreeze(toConfig(parsed.data, given));
}

function toConfig(given: Settings, environment: Environment): Config {
  const database = databaseOf(given);
  const dataDir = resolve(given.DATA_DIR);
  const logDir = resolve(given.LOG_DIR ?? join(dataDir, 'logs'));
  const tokensFile = given.TOKENS_FILE === undefined ? null : resolve(given.TOKENS_FILE);
  refuseStrangers(given.HOST, tokensFile);
  return {
    http: httpOf(given),
    tokensFile,
    database,
    secrets: secretsOf(database, { ...given, PGPASSWORD: environment['PGPASSWORD'] }),
    createTables: createTablesOf(given, database),
    tableMapping: given.TABLE_MAPPING === undefined ? null : readTableMapping(given.TABLE_MAPPING),
    logDir,
    logRoots: given.LOG_ROOTS.map((folder) => resolve(folder)),
    lockDir: resolve(given.LOCK_DIR ?? join(tmpdir(), `tms-init-${ownUid()}`)),
    scripts: scriptsOf(given, environment, [dataDir, logDir]),
    claims: given.CLAIMS,
    takeoverDelayMs: given.TAKEOVER_DELAY * 1000,
    stepTimeoutMs: given.STEP_TIMEOUT === 0 ? null : given.STEP_TIMEOUT * 1000,
    stepLogLimitBytes: given.STEP_LOG_LIMIT === 0 ? null : given.STEP_LOG_LIMIT,
    killGraceMs: given.KILL_GRACE * 1000,
    shutdownGraceMs: given.SHUTDOWN_GRACE * 1000,
    maxRunning: given.MAX_RUNNING,
    recovery: given.RECOVERY,
    logLevel: given.LOG_LEVEL,
    logFormat: given.LOG_FORMAT,
    instance: given.INSTANCE ?? defaultInstance(),
    failpoints: { armed: armedBy(given.FAILPOINTS), hitsPath: given.FAILPOINT_HITS ?? null },
  };
}

/** The tables of others are theirs to make. */
function createTablesOf({ CREATE_TABLES, TABLE_MAPPING }: Settings, { kind }: DatabaseConfig): Config['createTables'] {
  if (TABLE_MAPPING === undefined) return CREATE_TABLES ?? (kind === 'embedded' ? 'auto' : 'never');
  if (CREATE_TABLES !== 'auto') return 'never';
  throw new ConfigError(
    'CREATE_TABLES=auto and TABLE_MAPPING are both set, but tables of other names are never created.',
  );
}

/** Without tokens nobody is asked who they are, so nobody from outside may knock. */
function refuseStrangers(host: string, tokensFile: string | null): void {
  if (tokensFile !== null || LOOPBACK.test(host)) return;
  throw new ConfigError(
    `HOST must be a loopback address (127.0.0.1, ::1 or localhost) as long as there is no TOKENS_FILE, not ${JSON.stringify(host)}.`,
  );
}

/** In a container the user may be a number that no list of users knows, which userInfo() takes for an error. */
function ownUid(): number {
  return process.getuid?.() ?? userInfo().uid;
}

function armedBy(text: string): Failpoints['armed'] {
  try {
    return parseFailpoints(text);
  } catch (error) {
    throw new ConfigError(`FAILPOINTS ${(error as Error).message}.`, { cause: error });
  }
}

function defaultInstance(): string {
  return (
    hostname()
      .replaceAll(/[^A-Za-z0-9._-]/g, '_')
      .slice(0, 32) || 'instance'
  );
}

function describe(error: z.ZodError, environment: Environment): string {
  const [issue] = error.issues;
  const name = String(issue?.path[0]);
  return `${name} must ${issue?.message}, not ${JSON.stringify(environment[name])}.`;
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}

/** The environment of this process. */
export function processEnvironment(): Environment {
  return process.env;
}

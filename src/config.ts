/** The environment made into one frozen, validated Config: every setting, its default, and why. Nothing else reads it. */

import { readFileSync, statSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { z } from 'zod';

import { byteSize, list, seconds, wholeNumber } from './config/value-kinds.ts';

import type { Failpoints } from './failpoints/failpoint.ts';
import { parseFailpoints } from './failpoints/parse-failpoints.ts';

export interface Config {
  /** Port 0 lets the system choose one. */
  readonly http: { readonly host: string; readonly port: number };
  /** The file of tokens; null where nobody is asked who they are. */
  readonly tokensFile: string | null;
  readonly database: DatabaseConfig;
  /** Whether missing tables are created at the start. */
  readonly createTables: 'auto' | 'never';
  readonly logDir: string;
  /** Further folders that stored log paths may point into. */
  readonly logRoots: readonly string[];
  /** Where the step locks live: per host, never on a network file system. */
  readonly lockDir: string;
  readonly scripts: {
    /** The working directory of scripts. */
    readonly dir: string;
    /** The allow-listed environment of launcher and scripts. */
    readonly environment: Readonly<Record<string, string>>;
  };
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
  readonly instance: string;
  /** Faults that a test asked for; nothing is armed in a service that is in use. */
  readonly failpoints: Failpoints;
}

export type DatabaseConfig =
  | { readonly kind: 'embedded'; readonly dataDir: string }
  /** `url` holds a password: it is never logged. */
  | { readonly kind: 'postgresql'; readonly url: string };

export type LogLevel = (typeof LOG_LEVELS)[number];

/** A setting that cannot be used; the message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** What every script gets of the service's own environment; SCRIPT_ENV adds names, nothing else gets through. */
const SCRIPT_ENVIRONMENT = ['PATH', 'HOME', 'LANG', 'TZ'];

/** Settings of later versions: better refused than silently without effect, above all where they promise protection. */
const NOT_YET = ['ALLOWED_HOSTS', 'ALLOWED_ORIGINS', 'SCRIPT_POLICY', 'EXECUTE_RATE', 'TABLE_MAPPING'];

/** Only for tests of the service itself, and refused everywhere else: they make it die. */
const FOR_TESTS = ['FAILPOINTS', 'FAILPOINT_HITS'];

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;

const FOLDER = z.string().refine(isFolder, 'be a folder that exists');

const VARIABLE_NAME = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'hold names of variables, divided by commas');

const settings = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(8080),
  TOKENS_FILE: z.string().optional(),
  DATA_DIR: z.string().default('./data'),
  LOG_DIR: z.string().optional(),
  LOG_ROOTS: list(FOLDER).default([]),
  LOCK_DIR: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  DATABASE_URL_FILE: z.string().optional(),
  // A wrong database name must not silently become an empty service; the embedded database is ours to fill.
  CREATE_TABLES: z.enum(['auto', 'never'], 'be auto or never').optional(),
  CLAIMS: z.enum(['advisory', 'process'], 'be advisory or process').default('advisory'),
  TAKEOVER_DELAY: seconds().default(60),
  SCRIPTS_DIR: FOLDER.default('.'),
  SCRIPT_ENV: list(VARIABLE_NAME).default([]),
  // Initialisation may rightly take hours, so no limit unless one is set.
  STEP_TIMEOUT: seconds().default(0),
  // More than anybody reads; less than what a script in an endless loop needs to fill a disk for everybody.
  STEP_LOG_LIMIT: byteSize().default(10 * 1024 ** 3),
  KILL_GRACE: seconds().default(5),
  SHUTDOWN_GRACE: seconds().default(10),
  MAX_RUNNING: wholeNumber(1, 100_000).default(1000),
  // What was interrupted may have been interrupted by what it did itself, so people decide unless told otherwise.
  RECOVERY: z.enum(['off', 'settle', 'resume'], 'be off, settle or resume').default('off'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  INSTANCE: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,32}$/, 'have 1 to 32 characters of A-Z a-z 0-9 . _ -')
    .optional(),
  FAILPOINTS: z.string().default(''),
  FAILPOINT_HITS: z.string().optional(),
});

type Settings = z.infer<typeof settings>;

/** The configuration, or a ConfigError. An empty variable counts as unset. */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const early = NOT_YET.find((name) => given[name] !== undefined);
  if (early) throw new ConfigError(`${early} is not supported by this version; unset it.`);
  const forTests = FOR_TESTS.find((name) => given[name] !== undefined);
  if (forTests && given['NODE_ENV'] !== 'test') throw new ConfigError(`${forTests} needs NODE_ENV=test; unset it.`);
  const parsed = settings.safeParse(given);
  if (!parsed.success) throw new ConfigError(describe(parsed.error, given));
  return deepFreeze(toConfig(parsed.data, given));
}

function toConfig(given: Settings, environment: Environment): Config {
  const database = databaseOf(given);
  const dataDir = resolve(given.DATA_DIR);
  const tokensFile = given.TOKENS_FILE === undefined ? null : resolve(given.TOKENS_FILE);
  refuseStrangers(given.HOST, tokensFile);
  return {
    http: { host: given.HOST, port: given.PORT },
    tokensFile,
    database,
    createTables: given.CREATE_TABLES ?? (database.kind === 'embedded' ? 'auto' : 'never'),
    logDir: resolve(given.LOG_DIR ?? join(dataDir, 'logs')),
    logRoots: given.LOG_ROOTS.map((folder) => resolve(folder)),
    lockDir: resolve(given.LOCK_DIR ?? join(tmpdir(), `tms-init-${userInfo().uid}`)),
    scripts: { dir: resolve(given.SCRIPTS_DIR), environment: allowed(environment, given.SCRIPT_ENV) },
    claims: given.CLAIMS,
    takeoverDelayMs: given.TAKEOVER_DELAY * 1000,
    stepTimeoutMs: given.STEP_TIMEOUT === 0 ? null : given.STEP_TIMEOUT * 1000,
    stepLogLimitBytes: given.STEP_LOG_LIMIT === 0 ? null : given.STEP_LOG_LIMIT,
    killGraceMs: given.KILL_GRACE * 1000,
    shutdownGraceMs: given.SHUTDOWN_GRACE * 1000,
    maxRunning: given.MAX_RUNNING,
    recovery: given.RECOVERY,
    logLevel: given.LOG_LEVEL,
    instance: given.INSTANCE ?? defaultInstance(),
    failpoints: { armed: armedBy(given.FAILPOINTS), hitsPath: given.FAILPOINT_HITS ?? null },
  };
}

/** Without tokens nobody is asked who they are, so nobody from outside may knock. */
function refuseStrangers(host: string, tokensFile: string | null): void {
  if (tokensFile !== null || LOOPBACK.test(host)) return;
  throw new ConfigError(
    `HOST must be a loopback address (127.0.0.1, ::1 or localhost) as long as there is no TOKENS_FILE, not ${JSON.stringify(host)}.`,
  );
}

function databaseOf(given: Settings): DatabaseConfig {
  if (given.DATABASE_URL && given.DATABASE_URL_FILE) {
    throw new ConfigError('DATABASE_URL and DATABASE_URL_FILE are both set; set one of them.');
  }
  const url = given.DATABASE_URL_FILE ? readUrlFile(given.DATABASE_URL_FILE) : given.DATABASE_URL;
  if (url === undefined) return { kind: 'embedded', dataDir: resolve(given.DATA_DIR) };
  // The value may hold a password, so the message does not repeat it.
  const protocol = URL.parse(url)?.protocol;
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') {
    throw new ConfigError('DATABASE_URL must be a URL such as postgresql://user@host:5432/database.');
  }
  return { kind: 'postgresql', url };
}

function readUrlFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(`DATABASE_URL_FILE ${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`, {
      cause: error,
    });
  }
}

function armedBy(text: string): Failpoints['armed'] {
  try {
    return parseFailpoints(text);
  } catch (error) {
    throw new ConfigError(`FAILPOINTS ${(error as Error).message}.`, { cause: error });
  }
}

function allowed(environment: Environment, further: readonly string[]): Record<string, string> {
  const names = [...SCRIPT_ENVIRONMENT, ...further];
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

function defaultInstance(): string {
  return (
    hostname()
      .replaceAll(/[^A-Za-z0-9._-]/g, '_')
      .slice(0, 32) || 'instance'
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
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

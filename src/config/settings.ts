/** The environment variables, one by one: what each may hold, and what it is where it is not set. */

import { statSync } from 'node:fs';

import { z } from 'zod';

import { byteSize, hostName, list, origin, seconds, sizeWithin, wholeNumber } from './value-kinds.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const LOG_FORMATS = ['json', 'pretty', 'auto'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

export type LogLevel = (typeof LOG_LEVELS)[number];

export type Settings = z.infer<typeof settings>;

const FOLDER = z.string().refine(isFolder, 'be a folder that exists');

const VARIABLE_NAME = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'hold names of variables, divided by commas');

const INSTANCE = z.string().regex(/^[A-Za-z0-9._-]{1,32}$/, 'have 1 to 32 characters of A-Z a-z 0-9 . _ -');

const access = {
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(8080),
  TOKENS_FILE: z.string().optional(),
  ALLOWED_HOSTS: list(hostName()).default([]),
  ALLOWED_ORIGINS: list(origin()).default([]),
};

const load = {
  // A task of 10,000 short steps, or of 80 of the longest scripts.
  MAX_BODY: sizeWithin(1024, 1024 ** 3).default(8 * 1024 ** 2),
  MAX_HEADERS: sizeWithin(1024, 1024 ** 2).default(16 * 1024),
  HEADERS_TIMEOUT: seconds().default(10),
  REQUEST_TIMEOUT: seconds().default(30),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(2000),
  MAX_STREAMS: wholeNumber(1, 1_000_000).default(500),
  EXECUTE_RATE: wholeNumber(0, 1_000_000).default(0),
  // A forgotten token costs a person a few attempts; guessing 256 bits costs more than anybody has.
  WRONG_TOKEN_RATE: wholeNumber(0, 1_000_000).default(30),
};

const databases = {
  DATABASE_URL: z.string().optional(),
  DATABASE_URL_FILE: z.string().optional(),
  // A wrong database name must not silently become an empty service; the embedded database is ours to fill.
  CREATE_TABLES: z.enum(['auto', 'never'], 'be auto or never').optional(),
  TABLE_MAPPING: z.string().optional(),
  CLAIMS: z.enum(['advisory', 'process'], 'be advisory or process').default('advisory'),
  TAKEOVER_DELAY: seconds().default(60),
};

const folders = {
  DATA_DIR: z.string().default('./data'),
  LOG_DIR: z.string().optional(),
  LOG_ROOTS: list(FOLDER).default([]),
  LOCK_DIR: z.string().optional(),
};

const scripts = {
  SCRIPTS_DIR: FOLDER.default('.'),
  SCRIPT_POLICY: z.enum(['shell', 'files'], 'be shell or files').default('shell'),
  SCRIPT_ENV: list(VARIABLE_NAME).default([]),
  // Initialisation may rightly take hours, so no limit unless one is set.
  STEP_TIMEOUT: seconds().default(0),
  // More than anybody reads; less than what a script in an endless loop needs to fill a disk for everybody.
  STEP_LOG_LIMIT: byteSize().default(10 * 1024 ** 3),
  KILL_GRACE: seconds().default(5),
};

export const settings = z.object({
  ...access,
  ...load,
  ...databases,
  ...folders,
  ...scripts,
  SHUTDOWN_GRACE: seconds().default(10),
  MAX_RUNNING: wholeNumber(1, 100_000).default(1000),
  // What was interrupted may have been interrupted by what it did itself, so people decide unless told otherwise.
  RECOVERY: z.enum(['off', 'settle', 'resume'], 'be off, settle or resume').default('off'),
  LOG_LEVEL: z.enum(LOG_LEVELS, `be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  // A terminal has a person before it; everything else collects lines for programs.
  LOG_FORMAT: z.enum(LOG_FORMATS, 'be json, pretty or auto').default('auto'),
  INSTANCE: INSTANCE.optional(),
  FAILPOINTS: z.string().default(''),
  FAILPOINT_HITS: z.string().optional(),
});

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

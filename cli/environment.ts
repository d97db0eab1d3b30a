/** The environment variables of the command line. Nothing else of it reads the environment. */

import process from 'node:process';

export interface Environment {
  readonly url: string | undefined;
  readonly token: string | undefined;
  readonly tokenFile: string | undefined;
  /** Whether colours are wanted; null: where there is a terminal. */
  readonly colors: boolean | null;
  /** A terminal that cannot move its cursor. */
  readonly isDumb: boolean;
}

export function readEnvironment(): Environment {
  return {
    url: given('TMS_INIT_URL'),
    token: given('TMS_INIT_TOKEN'),
    tokenFile: given('TMS_INIT_TOKEN_FILE'),
    colors: wantsColors(given('NO_COLOR'), given('FORCE_COLOR')),
    isDumb: given('TERM') === 'dumb',
  };
}

/** An empty variable counts as unset. */
function given(name: string): string | undefined {
  return process.env[name] === '' ? undefined : process.env[name];
}

/** For a program that takes the place of this one, or runs below it. */
export function environmentOf(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...more };
}

function wantsColors(none: string | undefined, force: string | undefined): boolean | null {
  if (none !== undefined) return false;
  return force === undefined ? null : force !== '0';
}

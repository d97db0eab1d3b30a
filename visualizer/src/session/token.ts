/** The token of whoever uses the page: kept for this tab only. */

import { signal } from '@preact/signals';

import { wakeAll } from '../api/pause.ts';
import { stored } from './stored.ts';

export const token = stored(() => sessionStorage, 'tms-init.token');

/** Whether the service asked for a token, or for a better one. */
export const isTokenAsked = signal(false);

/** Whether one was given before that is not known. */
export const isTokenWrong = signal(false);

export function askForToken(): void {
  isTokenWrong.value = token.peek() !== null;
  isTokenAsked.value = true;
}

export function giveToken(given: string): void {
  token.value = given;
  isTokenAsked.value = false;
  wakeAll();
}

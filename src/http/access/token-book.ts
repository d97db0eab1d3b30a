/** Who a presented token belongs to. */

import { hash, timingSafeEqual } from 'node:crypto';

import type { Logger } from '../../logger.ts';
import { readTokenFile, type Token } from './token-file.ts';

export interface TokenBook {
  /** Null for a token that nobody has. Takes the same time whatever is presented. */
  find(presented: string): Token | null;
  /** Reads the file again; one that cannot be used changes nothing and is told. */
  reload(): void;
  /** Called after each time the file was read again, until the returned function is called. */
  onReload(changed: () => void): () => void;
}

/** Throws a TokenFileError. */
export function openTokenBook(path: string, logger: Logger): TokenBook {
  let tokens = readTokenFile(path);
  const listeners = new Set<() => void>();
  return {
    find(presented) {
      const sum = hash('sha256', presented, 'buffer');
      let found: Token | null = null;
      // Every one is compared, so that the time tells nothing of how far it came.
      for (const token of tokens) if (timingSafeEqual(token.sha256, sum)) found = token;
      return found;
    },
    reload() {
      try {
        tokens = readTokenFile(path);
        logger.info({ tokens: tokens.map(({ name, role }) => `${name} (${role})`) }, 'tokens.loaded');
        for (const changed of listeners) changed();
      } catch (error) {
        logger.error({ reason: (error as Error).message }, 'tokens.not-loaded');
      }
    },
    onReload(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}

/** A message as its column can hold it, without the secrets that what happened may have put into it. */

import type { Mask } from '../platform/mask-secrets.ts';
import { cleanText } from './clean-text.ts';

export type CleanMessage = (message: string | null, column: keyof MessageLengths) => string | null;

/** The most characters a message may have; null where the column has no limit. */
export interface MessageLengths {
  readonly task: number | null;
  readonly step: number | null;
}

export function messageCleaner(mask: Mask, lengths: MessageLengths): CleanMessage {
  return (message, column) => (message === null ? null : cleanText(mask(message), lengths[column]));
}

/** What is wrong with the text of a task, and where. */

import type { JSX } from 'preact';

import { t } from '../session/language.ts';
import type { ReadText } from './read-task-text.ts';
import type { YamlFault } from './read-yaml.ts';

export function TextFault({ read }: { readonly read: ReadText }): JSX.Element | null {
  if (read.kind === 'unread') return <p class="note warn">{t('create.unread')}</p>;
  if (read.kind !== 'broken') return null;
  const { line, column } = read;
  return <p class="note warn">{t('create.broken', { line, column, detail: describeFault(read) })}</p>;
}

/** The usual faults in the words of the page; the others in those of the library. */
function describeFault({ code, detail }: YamlFault): string {
  switch (code) {
    case 'ALIAS':
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'DUPLICATE_KEY':
    case 'MULTIPLE_DOCS':
    case 'TAB_AS_INDENT':
    case 'TAG_RESOLVE_FAILED':
      return t(`yaml.${code}`);
    default:
      return detail;
  }
}

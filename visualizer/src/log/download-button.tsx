/** Saves a log as a file. A link cannot carry a token, so with one the page fetches the log itself. */

import type { JSX } from 'preact';

import { BASE, request } from '../api/request.ts';
import { t } from '../session/language.ts';
import { token } from '../session/token.ts';
import { Icon } from '../ui/icons.tsx';

interface DownloadOf {
  readonly path: string;
  readonly attempt: number;
  readonly fileName: string;
}

export function DownloadButton({ path, attempt, fileName }: DownloadOf): JSX.Element {
  const source = `${path}?attempt=${attempt}&download=1`;
  const save = (event: Event) => {
    if (token.peek() === null) return;
    event.preventDefault();
    void saveFetched(source, fileName);
  };
  return (
    <a
      class="button"
      href={BASE + source}
      download
      onClick={save}
      aria-label={t('log.download')}
      title={t('log.download')}
    >
      <Icon name="save" />
    </a>
  );
}

async function saveFetched(source: string, fileName: string): Promise<void> {
  const response = await request(source);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}

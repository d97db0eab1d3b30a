/** A request of this page for a shell. */

import type { JSX } from 'preact';

import { BASE } from '../api/request.ts';
import { t } from '../session/language.ts';
import { token } from '../session/token.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { type CurlRequest, curlOf } from './curl.ts';

/** @param path below the base */
export function Command({ method, path, body }: Pick<CurlRequest, 'method' | 'path' | 'body'>): JSX.Element {
  const command = curlOf({
    origin: location.origin,
    path: BASE + path,
    method,
    body,
    needsToken: token.value !== null,
  });
  return (
    <div class="command">
      <code tabIndex={0} role="group" aria-label={t('task.curl')}>
        {command}
      </code>
      <CopyButton text={command} />
    </div>
  );
}

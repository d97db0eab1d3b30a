/** The requests of this page for a shell. */

import type { JSX } from 'preact';

import { taskPath } from '../api/paths.ts';
import { BASE } from '../api/request.ts';
import { t } from '../session/language.ts';
import { token } from '../session/token.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { curlOf } from './curl.ts';

const REQUESTS = [
  ['GET', ''],
  ['GET', '/steps'],
  ['POST', '/execute'],
  ['POST', '/cancel'],
] as const;

interface CurlDialogOf {
  readonly taskId: string;
  readonly onClose: () => void;
}

export function CurlDialog({ taskId, onClose }: CurlDialogOf): JSX.Element {
  return (
    <Dialog title={t('task.curl')} onClose={onClose} wide>
      <p>{t('task.curlDetail')}</p>
      {REQUESTS.map(([method, rest]) => {
        const path = `${BASE}${taskPath(taskId)}${rest}`;
        const command = curlOf({ origin: location.origin, path, method, needsToken: token.value !== null });
        return (
          <div key={path} class="command">
            <code>{command}</code>
            <CopyButton text={command} />
          </div>
        );
      })}
    </Dialog>
  );
}

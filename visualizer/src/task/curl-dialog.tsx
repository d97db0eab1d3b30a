/** The requests of this page for a shell. */

import type { JSX } from 'preact';

import { taskPath } from '../api/paths.ts';
import { t } from '../session/language.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Command } from './command.tsx';

const REQUESTS = [
  ['GET', ''],
  ['GET', '/steps'],
  ['GET', '/plan'],
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
      {REQUESTS.map(([method, rest]) => (
        <Command key={rest} method={method} path={taskPath(taskId) + rest} />
      ))}
    </Dialog>
  );
}

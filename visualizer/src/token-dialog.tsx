/** Asks for the token that the service wants. */

import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';

import { t } from './session/language.ts';
import { giveToken, isTokenWrong } from './session/token.ts';
import { Dialog } from './ui/dialog.tsx';

export function TokenDialog(): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const send = (event: Event) => {
    event.preventDefault();
    const given = input.current?.value.trim() ?? '';
    if (given !== '') giveToken(given);
  };
  return (
    <Dialog title={t('token.title')} onClose={null}>
      <form onSubmit={send}>
        <p>{t('token.detail')}</p>
        {isTokenWrong.value && (
          <p class="note bad" role="alert">
            {t('token.wrong')}
          </p>
        )}
        <label>
          {t('token.label')}
          <input ref={input} type="password" name="token" autocomplete="off" spellcheck={false} required />
        </label>
        <p class="faint">{t('token.where')}</p>
        <footer>
          <button type="submit" class="primary">
            {t('token.send')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Copies a text. Where the browser forbids it, as on plain http, the text can still be selected by hand. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../session/language.ts';
import { Icon } from './icons.tsx';

export function CopyButton({ text }: { readonly text: string }): JSX.Element {
  const [isCopied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <button type="button" onClick={copy}>
      <Icon name="copy" />
      <span aria-live="polite">{isCopied ? t('app.copied') : t('app.copy')}</span>
    </button>
  );
}

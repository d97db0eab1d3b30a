/** Shows what can be done where the page itself fails: it is never blank. */

import { Component, type ComponentChildren, type JSX } from 'preact';

import { t } from './session/language.ts';

interface BrokenProps {
  readonly children: ComponentChildren;
}

interface BrokenState {
  readonly error: string | null;
}

// A class, for only classes can catch what is thrown while something is drawn.
export class Broken extends Component<BrokenProps, BrokenState> {
  override state: BrokenState = { error: null };

  override componentDidCatch(error: unknown): void {
    this.setState({ error: error instanceof Error ? error.message : String(error) });
  }

  override render(): JSX.Element {
    if (this.state.error === null) return <>{this.props.children}</>;
    return (
      <section class="centre" role="alert">
        <h1>{t('broken.title')}</h1>
        <p>{t('broken.detail')}</p>
        <code>{this.state.error}</code>
        <button type="button" class="primary" onClick={() => location.reload()}>
          {t('broken.reload')}
        </button>
      </section>
    );
  }
}

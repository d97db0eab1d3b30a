/** The statechart of the run that is shown. */

import type { JSX } from 'preact';

import type { History } from '../history/use-history.ts';
import { t } from '../session/language.ts';

interface PanelOf {
  readonly taskId: string;
  readonly history: History;
  readonly isActive: boolean;
}

export function ChartPanel(_panel: PanelOf): JSX.Element {
  return <p class="nothing">{t('chart.none')}</p>;
}

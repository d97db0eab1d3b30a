/** The statechart with the moment of the run that is shown: active states, and the arrow that led there. */

import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import type { History } from '../history/use-history.ts';
import { t } from '../session/language.ts';
import { FaultNote } from '../ui/fault-note.tsx';
import { Icon } from '../ui/icons.tsx';
import { markPicture } from './mark-picture.ts';
import { type Chart, useChart } from './use-chart.ts';
import { useViewport } from './use-viewport.ts';

export function ChartPanel({ history }: { readonly history: History }): JSX.Element {
  const { chart, fault } = useChart();
  if (chart) return <Picture chart={chart} history={history} />;
  if (!fault) return <p class="nothing">{t('app.loading')}</p>;
  const isUnknown = fault.kind === 'problem' && fault.code === 'not-found';
  return isUnknown ? <p class="nothing">{t('chart.none')}</p> : <FaultNote fault={fault} />;
}

function Picture({ chart, history }: { readonly chart: Chart; readonly history: History }): JSX.Element {
  const { picture, graph } = chart;
  const { move, count } = history;
  const frame = useRef<HTMLDivElement>(null);
  const state = move?.to ?? '';
  useLayoutEffect(() => frame.current?.replaceChildren(picture), [picture]);
  useLayoutEffect(() => markPicture(picture, graph, move), [picture, graph, move]);
  const viewport = useViewport(frame, picture, `${state} ${count}`);
  const node = graph.nodes.find(({ id }) => id.endsWith(`.${state}`));
  return (
    <div class="chart">
      <div class="chart-tools">
        <p>
          <code>{state === '' ? t('chart.idle') : state.replaceAll('.', ' › ')}</code>
          <span class="faint">{node?.description ?? t('chart.hint')}</span>
        </p>
        <button type="button" class="plain" onClick={viewport.closer} aria-label={t('chart.zoomIn')}>
          <Icon name="plus" />
        </button>
        <button type="button" class="plain" onClick={viewport.farther} aria-label={t('chart.zoomOut')}>
          <Icon name="minus" />
        </button>
        <button type="button" class="plain" onClick={viewport.fit} aria-label={t('chart.fit')} title={t('chart.fit')}>
          <Icon name="fit" />
        </button>
      </div>
      <div ref={frame} class="chart-frame" role="img" aria-label={t('chart.label', { state: state || '—' })} />
    </div>
  );
}

/** The chart as a JavaScript module that runs as it is and that Stately's editor takes: every name has a stand-in. */

import type { Chart } from '../../actors/chart/chart.ts';
import { namesOf } from './chart-names.ts';
import { textOf } from './text-lines.ts';
import { machineConfig } from './xstate-config.ts';

export function writeXstateModule(chart: Chart, active: ReadonlySet<string>): string {
  const { effects, actions, guards, delays } = namesOf(chart);
  return textOf([
    "import { fromPromise, setup } from 'xstate';",
    '',
    'export const machine = setup({',
    ...standIns('actors', effects, 'fromPromise(() => new Promise(() => {}))'),
    ...standIns('actions', actions, '() => {}'),
    ...standIns('guards', guards, '() => true'),
    ...standIns('delays', delays, '1000'),
    `}).createMachine(${withBareKeys(JSON.stringify(machineConfig(chart, active), null, 2))});`,
  ]);
}

function standIns(kind: string, names: readonly string[], standIn: string): readonly string[] {
  return [`  ${kind}: {`, ...names.map((name) => `    ${name}: ${standIn},`), '  },'];
}

/** As people write JavaScript: no quotes around a key that needs none. */
function withBareKeys(json: string): string {
  return json.replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, '$1$2:');
}

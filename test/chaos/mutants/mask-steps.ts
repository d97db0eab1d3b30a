/** Shows a run other statuses than the steps have, and lets it change the rows all the same. */

import type { StoredRows } from '../../../src/domain/rows.ts';
import type { Status } from '../../../src/domain/status.ts';
import type { Unit } from '../../../src/domain/unit.ts';
import type { Persistence } from '../../../src/persistence/persistence.ts';
import { mapUnits } from './map-units.ts';

export function maskSteps(persistence: Persistence, masked: Status, shown: Status): Persistence {
  const hidden = new Set<string>();
  const show = ({ task, steps }: StoredRows): StoredRows => ({
    task,
    steps: steps.map((step) => {
      if (step.status !== masked) return step;
      hidden.add(keyOf(task.taskId, step.stepNo, step.logPath));
      return Object.assign({}, step, { status: shown });
    }),
  });
  const unmask = (unit: Unit): Unit => ({
    ...unit,
    steps: unit.steps.map((change) => {
      const isHidden = hidden.has(keyOf(unit.taskId, change.stepNo, change.from.logPath));
      return isHidden && change.from.status === shown
        ? Object.assign({}, change, { from: { status: masked, logPath: change.from.logPath } })
        : change;
    }),
  });
  return {
    ...mapUnits(persistence, unmask),
    async readTask(taskId) {
      const rows = await persistence.readTask(taskId);
      return rows && show(rows);
    },
  };
}

function keyOf(taskId: string, stepNo: number, logPath: string | null): string {
  return `${taskId} ${stepNo} ${logPath}`;
}

/** Every route there is. */

import type { Rooms } from '../rooms.ts';
import { cancelTask } from './cancel-task.ts';
import { createTask } from './create-task.ts';
import { deleteTask } from './delete-task.ts';
import { executeTask } from './execute-task.ts';
import { getEvents } from './get-events.ts';
import { getInspect } from './get-inspect.ts';
import { getLog } from './get-log.ts';
import { getMachine } from './get-machine.ts';
import { getMetrics } from './get-metrics.ts';
import { getOpenapi } from './get-openapi.ts';
import { getPages } from './get-pages.ts';
import { getPlan } from './get-plan.ts';
import { getProblemPage } from './get-problem-page.ts';
import { getRun } from './get-run.ts';
import { getStep } from './get-step.ts';
import { getTask } from './get-task.ts';
import { healthz, readyz } from './health.ts';
import { listAttempts } from './list-attempts.ts';
import { listRuns } from './list-runs.ts';
import { listSteps } from './list-steps.ts';
import { listTasks } from './list-tasks.ts';
import { mendStep } from './mend-step.ts';
import { resolveStep } from './resolve-step.ts';
import type { Route } from './route.ts';

export function allRoutes(rooms: Rooms): readonly Route[] {
  const described = [
    createTask(rooms),
    listTasks(rooms),
    getTask(rooms),
    listSteps(rooms),
    getStep(rooms),
    getLog(rooms),
    listAttempts(rooms),
    listRuns(rooms),
    getRun(rooms),
    getEvents(rooms),
    getInspect(rooms),
    getPlan(rooms),
    executeTask(rooms),
    cancelTask(rooms),
    deleteTask(rooms),
    mendStep(rooms),
    resolveStep(rooms),
    getMachine(rooms),
    healthz(),
    readyz(rooms),
    getMetrics(rooms),
    getProblemPage(),
    ...getPages(rooms),
  ];
  return [...described, getOpenapi(described)];
}

import { expect } from 'chai';

import { openPostgres } from '../support/service-databases.ts';
import { runManyTasks } from './thousand-tasks.ts';

const TASKS = 40;

describe(`${TASKS} tasks at once, with a kill -9 in the middle`, () => {
  it('are all accepted, all come to SUCCESS, and no step runs twice at once', async () => {
    const { keptSteps } = await runManyTasks(openPostgres, { tasks: TASKS, seconds: 3 });
    expect(keptSteps).to.be.within(TASKS / 2, TASKS);
  });
});

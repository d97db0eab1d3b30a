/** DBOS Transact: a task is a workflow, whose steps are steps of DBOS, each stored as it ends. */

import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';

import { compete } from '../contestants/compete.ts';

const WORKFLOW = 'task';
const QUEUE = 'tasks';
const APPLICATION = 'bench';

await compete({
  async open({ place, steps }, step) {
    const config = { name: APPLICATION, systemDatabaseUrl: place, logLevel: 'error', applicationVersion: '1' };
    DBOS.setConfig({ ...config, systemDatabasePoolSize: 20 });
    const task = DBOS.registerWorkflow(
      async (_, count) => {
        for (let stepNo = 1; stepNo <= count; stepNo += 1) await DBOS.runStep(step, { name: `step-${stepNo}` });
      },
      { name: WORKFLOW },
    );
    await DBOS.launch();
    await DBOS.registerQueue(QUEUE);
    return {
      async runTask(taskId) {
        const handle = await DBOS.startWorkflow(task, { workflowID: taskId })(taskId, steps);
        await handle.getResult();
      },
    };
  },
  async openEnqueue({ place }) {
    const client = await DBOSClient.create({ systemDatabaseUrl: place, applicationName: APPLICATION });
    const options = { queueName: QUEUE, workflowName: WORKFLOW };
    return async (taskId) => {
      await client.enqueue({ ...options, workflowID: taskId }, taskId, 1);
    };
  },
});

/** `npm run demo`: a task fails for a real reason, its cause is mended, and it resumes where it stopped. */

import process from 'node:process';

import { findFailedStep, showProgress } from './demo/progress.ts';
import { mendPriceList } from './demo/mend-price-list.ts';
import * as say from './demo/say.ts';
import type { Client, Step } from './demo/service-client.ts';
import { startService } from './demo/service.ts';
import { searchShop } from './demo/shop.ts';
import { openWorkplace, type Workplace } from './demo/workplace.ts';

/** Far more than the demo takes: whatever would wait for ever ends here. */
const LIMIT_MS = 120_000;

async function demo(signal: AbortSignal): Promise<void> {
  await using workplace = await openWorkplace();
  say.chapter('Starting the service with an empty database of its own');
  await using service = await startService(workplace, signal);
  say.line(`It listens on ${service.url}`);
  await walk(service.client, workplace);
  say.chapter('Ending the service and the shop, and removing what the demo made');
}

async function walk(client: Client, { task, shopDir }: Workplace): Promise<void> {
  const { taskId, name, totalSteps } = await client.createTask(task);
  say.chapter(`Executing the task "${name}": ${totalSteps} steps, each a shell script`);
  await client.execute(taskId);
  const first = await showProgress(client, taskId, []);
  const failed = findFailedStep(first);
  await explain(client, taskId, failed);

  say.chapter('Mending the cause, as a person would do it with an editor');
  say.line(await mendPriceList(shopDir));

  say.chapter('Executing the same task again: it resumes where it stopped');
  const { successSteps } = await client.execute(taskId);
  say.line(`Accepted with ${successSteps} of ${totalSteps} steps done`);
  const { task: ended, steps } = await showProgress(client, taskId, first.steps);
  if (ended.status !== 'SUCCESS') throw new Error(`the task ended ${ended.status}: ${ended.message}`);
  say.line(`How often each script was started: ${steps.map(({ attempts }) => attempts).join(' ')}`);
  say.line(await searchShop(shopDir, 'brass kettle'));
}

async function explain(client: Client, taskId: string, { stepNo, message }: Step): Promise<void> {
  say.chapter(`Step ${stepNo} failed, and no step after it was started`);
  say.line(`Its message: ${message}`);
  say.line('The end of its log:');
  say.quote(await client.readLogTail(taskId, stepNo, 5));
}

/** Aborts at Ctrl-C and its like, so that the demo tidies up before it ends. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      controller.abort(new Error(`interrupted by ${name}`));
    });
  }
  return controller.signal;
}

const signal = AbortSignal.any([interruption(), AbortSignal.timeout(LIMIT_MS)]);
try {
  await demo(signal);
} catch (error) {
  say.problem(signal.aborted ? signal.reason : error);
  process.exitCode = 1;
}

// Executes a task and waits until its run has ended: `node run-task.mjs TASK_ID`. Any Node.js from 18 on, no packages.
//
// Exit code: 0 SUCCESS, 1 FAILED (the message is printed), 2 a request that is refused, 3 the service cannot be reached.
// Set TMS_INIT_URL, and TMS_INIT_TOKEN where the service asks for a token.
// Run again: a task that runs is waited for, one that failed is resumed, one that is SUCCESS is SUCCESS at once.

import process from 'node:process';
import { setTimeout } from 'node:timers/promises';

const { TMS_INIT_URL: url = 'http://localhost:8080', TMS_INIT_TOKEN: token } = process.env;
const patienceS = Number(process.env['TMS_INIT_PATIENCE'] ?? 60);
const pauseS = Number(process.env['TMS_INIT_PAUSE'] ?? 1);
const [taskId, ...further] = process.argv.slice(2);

if (taskId === undefined || further.length > 0) end(2, 'usage: node run-task.mjs TASK_ID');
const task = `${url}/api/v1/init/tasks/${encodeURIComponent(taskId)}`;

const executed = await ask(`${task}/execute`, { method: 'POST' });
if (!executed.ok) await refuse(executed);

let etag = '';
for (;;) {
  // 304 means that nothing changed since the answer of this ETag: it has no body, and costs the service next to nothing.
  const response = await ask(task, { headers: { 'If-None-Match': etag } });
  if (response.status === 200) {
    etag = response.headers.get('ETag') ?? '';
    const { status, active, message, successSteps, totalSteps } = await response.json();
    console.log(`${successSteps} of ${totalSteps} steps`);
    // RUNNING without a live instance was interrupted: it is over too, until somebody executes it again.
    if (!active) end(status === 'SUCCESS' ? 0 : 1, status === 'SUCCESS' ? '' : `${status}: ${message}`);
  } else if (response.status !== 304) await refuse(response);
  await setTimeout(pauseS * 1000);
}

/** Asks again while nobody answers, or the service says that it is busy. */
async function ask(target, { headers = {}, ...init }) {
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  let triedS = 0;
  for (;;) {
    let trouble = 'the last status is 503';
    let waitS = 2;
    try {
      const signal = AbortSignal.timeout(30_000);
      const response = await fetch(target, { ...init, headers: { ...headers, ...authorization }, signal });
      if (response.status !== 503) return response;
      waitS = Number(response.headers.get('Retry-After') ?? waitS);
    } catch (error) {
      trouble = error.cause?.message ?? error.message;
    }
    if (triedS >= patienceS) end(3, `no answer from ${url} within ${patienceS} s: ${trouble}`);
    await setTimeout(waitS * 1000);
    triedS += waitS;
  }
}

async function refuse(response) {
  end(2, `refused with ${response.status}: ${await response.text()}`);
}

function end(code, words) {
  if (words !== '') console.error(words);
  process.exit(code);
}

/** An execute that is accepted, also where the run before it takes longer to end than an execute waits for it. */

import { expect } from 'chai';

import type { ServiceProcess } from './service-process.ts';

/** Asks again where a run is still ending, as a client has to; no other refusal may come. */
export async function acceptedBy(service: ServiceProcess, taskId: string) {
  for (;;) {
    const answer = await service.execute(taskId);
    if (answer.status === 202) return answer;
    expect(answer).to.have.nested.property('body.type', '/problems/ending');
  }
}

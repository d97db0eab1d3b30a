/** How many connections those who read may take together, on reads in the hand of the test. */

import { expect } from 'chai';

import { Refusal } from '../../src/domain/refusal.ts';
import { limitReads } from '../../src/persistence/limit-reads.ts';
import type { TaskSize } from '../../src/persistence/read-task.ts';
import type { NewTask, TaskQuery } from '../../src/persistence/persistence.ts';
import { rowsOf } from '../support/rows.ts';
import { summaryOf } from '../../src/http/tasks/summary-of.ts';
import { eventually } from '../support/eventually.ts';

const ROWS = rowsOf('SUCCESS', ['SUCCESS']);

describe('reads that share the connections with the runs', () => {
  let asked: string[];
  let held: PromiseWithResolvers<void>;
  let limited: ReturnType<typeof limitedBy>;

  beforeEach(() => {
    asked = [];
    held = Promise.withResolvers();
    limited = limitedBy(async (what, value) => {
      asked.push(what);
      await held.promise;
      return value;
    });
  });

  afterEach(() => held.resolve());

  const numbers = Array.from({ length: 20 }, (_, number) => number);

  it('are few at once, and leave room for whatever is no read', async () => {
    const reads = [
      ...numbers.map((number) => limited.readTask(`task ${number}`)),
      ...numbers.map((limit) => limited.listTasks({ status: null, prefix: null, active: null, limit, after: null })),
      ...numbers.map((number) => limited.createTask({ taskId: `new ${number}`, name: 'new', steps: [] })),
    ];
    await eventually('places to be taken', () => asked.length >= 8);
    void limited.ping();
    expect(asked.filter((what) => what.startsWith('task'))).to.have.length(4);
    expect(asked.filter((what) => what === 'list')).to.have.length(2);
    expect(asked.filter((what) => what === 'create')).to.have.length(2);
    expect(asked.at(-1)).to.equal('ping');
    held.resolve();
    expect(await Promise.all(reads)).to.have.length(60);
  });

  it('are one for all who ask the same while they wait', async () => {
    const others = numbers.slice(0, 4).map((number) => limited.readTask(`task ${number}`));
    await eventually('places to be taken', () => asked.length === 4);
    const same = numbers.map(() => limited.readSummary('the same'));
    held.resolve();
    await Promise.all([...others, ...same]);
    expect(asked.filter((what) => what === 'the same')).to.have.length(1);
  });

  it('are refused, and never begun, where no place comes free in time', async () => {
    const others = numbers.slice(0, 4).map((number) => limited.readTask(`task ${number}`));
    const refusal = await limited.readTask('late').catch((error: unknown) => error);
    expect(refusal).to.be.instanceOf(Refusal).and.include({ code: 'database-unavailable' });
    expect(refusal).to.have.property('message').that.includes('did not answer in time');
    held.resolve();
    await Promise.allSettled(others);
    expect(await limited.readTask('late')).to.equal(ROWS);
    expect(asked.filter((what) => what === 'late')).to.have.length(1);
  });
});

/** What is read, as the test answers it. */
function limitedBy(answer: <T>(what: string, value: T) => Promise<T>) {
  return limitReads({
    readTask: (taskId: string) => answer(taskId, ROWS),
    readSmallTask: (taskId: string, _most: TaskSize) => answer(taskId, ROWS),
    readStep: (taskId: string, _stepNo: number) => answer(taskId, ROWS),
    readSummary: (taskId: string) => answer(taskId, summaryOf(ROWS)),
    readTasks: () => answer('several', new Map()),
    listTasks: (_query: TaskQuery) => answer('list', { items: [], next: null, owners: null }),
    createTask: (_task: NewTask) => answer('create', ROWS),
    ping: () => answer('ping', true),
  });
}

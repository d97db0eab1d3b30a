/** The examples in the description: the request that they make for each operation is sent, and each fits its schema. */

import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';

import type { Operation, Schema } from '../fuzz/description.ts';
import { eventually } from '../support/eventually.ts';
import { type RawAnswer, sendRaw } from '../support/raw-request.ts';
import { promiseCheck } from './check-promise.ts';
import { exampleBody, goodRequest } from './good-request.ts';
import { description, operations } from './read-document.ts';
import { openStage, type Stage } from './stage.ts';

const check = promiseCheck(description);

/** An id that only the service can give is put in the place of these. */
const MADE_BY_THE_SERVICE = new Set(['run', 'cursor']);

/** Sent by a test of their own. */
const OWN_TEST = new Set(['createTask', 'executeTask', 'cancelTask']);

describe('the examples', () => {
  let stage: Stage;

  before(async () => {
    stage = await openStage();
  });

  after(() => stage.close());

  it('of a new task are a task that succeeds', async () => {
    const create = operation('createTask');
    const body = exampleBody(create);
    const created = await sendRaw(stage.port, { ...goodRequest(create), body });
    expect(created.status, created.body.toString()).to.equal(201);
    expectDescribed(create, created);
    const executed = await send(operation('executeTask'), {});
    expect(executed.status).to.equal(202);
    await eventually('it to succeed', async () => {
      const { body: task } = await send(operation('getTask'), {});
      return JSON.parse(task.toString()).status === 'SUCCESS';
    });
  });

  for (const described of operations.filter(({ operationId }) => !OWN_TEST.has(operationId))) {
    it(`make requests for ${described.operationId} that are answered as described`, async () => {
      const plain = await send(described, {});
      expect(plain.status, plain.body.toString()).to.be.oneOf([200, 202, 204, 302]);
      for (const { name, schema } of described.parameters.filter((parameter) => parameter.in === 'query')) {
        if (MADE_BY_THE_SERVICE.has(name)) continue;
        expect(schema.example, `the parameter ${name} of ${described.operationId} has no example`).to.not.equal(
          undefined,
        );
        const answer = await send(described, { [name]: String(schema.example) });
        expect(answer.status, `${name}: ${answer.body.toString()}`).to.equal(200);
      }
    });
  }

  it('of a running task can be cancelled', async () => {
    const busy = await stage.busyTask();
    expect((await send(operation('cancelTask'), { taskId: busy })).status).to.equal(202);
  });

  it('fit the schemas that they stand in', () => {
    const ajv = formats.default(new Ajv2020({ strict: false }));
    ajv.addSchema(description, 'api');
    const faults = [...schemasWithExamples(description, 'api#')].filter(([pointer, example]) => {
      const validate = ajv.getSchema(pointer);
      return !validate?.(example);
    });
    expect(faults).to.deep.equal([]);
  });

  async function send(described: Operation, values: Readonly<Record<string, string>>): Promise<RawAnswer> {
    const isOfRun = described.path.includes('{run}');
    // What changes a task gets one that it may change.
    const isChange = described.method !== 'GET' && !OWN_TEST.has(described.operationId);
    const taskId = isOfRun ? 'done' : isChange ? await stage.failedTask() : null;
    const own = { run: stage.run, ...(taskId !== null && { taskId }), ...values };
    const answer = await sendRaw(stage.port, goodRequest(described, own));
    expectDescribed(described, answer);
    return answer;
  }
});

function operation(operationId: string): Operation {
  const found = operations.find((candidate) => candidate.operationId === operationId);
  if (!found) throw new Error(`there is no operation ${operationId}`);
  return found;
}

function expectDescribed(described: Operation, answer: RawAnswer): void {
  expect(check(described, answer), described.operationId).to.equal(null);
}

/** Every schema with an example, however deep, by its pointer. */
function* schemasWithExamples(value: unknown, pointer: string): Generator<readonly [string, unknown]> {
  if (typeof value !== 'object' || value === null) return;
  const isSchema = 'example' in value && ('type' in value || 'anyOf' in value || '$ref' in value);
  if (isSchema) yield [pointer, (value as Schema).example];
  for (const [name, part] of Object.entries(value)) {
    if (name === 'example') continue;
    yield* schemasWithExamples(
      part,
      `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
    );
  }
}

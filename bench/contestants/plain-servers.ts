/**
 * What HTTP itself costs: servers that do nothing but answer. One gives back bytes that it was told, by Koa and by node:http
 * alone; one reads the steps of a task through `pg` for each answer. Their URLs are told on the channel.
 */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

import Koa from 'koa';
import { Pool } from 'pg';

export interface PlainOptions {
  readonly databaseUrl: string;
  readonly taskId: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

export interface PlainUrls {
  readonly koa: string;
  readonly nodeHttp: string;
  readonly koaWithPg: string;
}

/** As many as the service has. */
const CONNECTIONS = 10;

const STEPS = {
  name: 'steps',
  text: `select step_no as "stepNo", step_name as name, script, status, message, exit_code as "exitCode",
           log_path as "logPath", started_at as "startedAt", finished_at as "finishedAt",
           1 as attempts
         from tms_init_task_step where task_id = $1 order by step_no`,
};

const options = JSON.parse(process.argv[2] ?? '') as PlainOptions;
const urls: PlainUrls = {
  koa: await listen(koaWithBytes(options)),
  nodeHttp: await listen(nodeWithBytes(options)),
  koaWithPg: await listen(koaWithPg(options)),
};
process.send?.(urls);

function koaWithBytes({ body, headers }: PlainOptions): RequestListener {
  const app = new Koa();
  app.use((ctx) => {
    ctx.set(headers as Record<string, string>);
    ctx.body = body;
  });
  return respondBy(app);
}

function nodeWithBytes({ body, headers }: PlainOptions): RequestListener {
  return (_, response) => {
    response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
  };
}

function koaWithPg({ databaseUrl, taskId }: PlainOptions): RequestListener {
  const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  const app = new Koa();
  app.use(async (ctx) => {
    const { rows } = await pool.query({ ...STEPS, values: [taskId] });
    ctx.body = rows;
  });
  return respondBy(app);
}

function respondBy(app: Koa): RequestListener {
  const callback = app.callback();
  return (request, response) => void callback(request, response);
}

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** The description of the API, compared with what the router answers to. */

import { expect } from 'chai';

import { createHttpApp } from '../../src/http/app.ts';
import { createRouter } from '../../src/http/router.ts';
import { unusedRooms } from '../support/unused-rooms.ts';
import { listenAsUsual, usualHttp } from '../support/usual-http.ts';

interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
}

describe('the description of the API', () => {
  let description: Description;

  before(async () => {
    const server = await listenAsUsual(createHttpApp({ ...unusedRooms(), ...usualHttp }));
    const response = await fetch(`${server.url}/openapi.json`);
    expect(response.headers.get('content-type')).to.equal('application/json; charset=utf-8');
    description = JSON.parse(await response.text());
    await server.close();
  });

  function operations(): readonly (readonly [string, Operation])[] {
    return Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    );
  }

  it('has exactly the routes of the router', () => {
    const { stack } = createRouter(unusedRooms());
    const routed = stack.flatMap(({ path, methods }) =>
      methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${template(String(path))}`),
    );
    expect(
      operations()
        .map(([route]) => route)
        .sort(),
    ).to.deep.equal(routed.sort());
    expect(routed).to.have.length.greaterThan(10);
  });

  it('is of version 3.1 and names every operation once', () => {
    expect(description.openapi).to.equal('3.1.0');
    const ids = operations().map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('says which numbers a parameter takes', () => {
    const list = operations().find(([route]) => route === 'GET /api/v1/init/tasks');
    const limit = list?.[1].parameters?.find(({ name }) => name === 'limit');
    expect(limit).to.have.property('schema').that.includes({ type: 'integer', minimum: 1, maximum: 200 });
  });

  it('describes every parameter of a path, and no other', () => {
    for (const [route, { parameters = [] }] of operations()) {
      const described = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(described, route).to.deep.equal([...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it('describes the parameters of queries as optional', () => {
    const list = description.paths['/api/v1/init/tasks']?.['get'];
    const parameters = list?.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
    expect(parameters.map(({ name }) => name)).to.deep.equal(['status', 'q', 'active', 'limit', 'cursor']);
    expect(parameters.every(({ required }) => !required)).to.equal(true);
  });

  it('describes each answer of an error as a problem', () => {
    for (const [route, { responses }] of operations()) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) >= 400)
          expect(Object.keys(content ?? {}), `${route} ${status}`).to.deep.equal(['application/problem+json']);
      }
    }
  });

  it('gives the shapes by name', () => {
    expect(description.components.schemas).to.include.keys(
      'Task',
      'Step',
      'Attempt',
      'TaskPage',
      'NewTask',
      'InitTaskExecuteResponse',
      'TaskSnapshot',
      'LogPage',
      'Problem',
      'Statechart',
    );
  });
});

function template(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

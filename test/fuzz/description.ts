/** The description of the API as the service gives it: every operation, and what it may be asked and answer. */

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, DescribedHeader>>;
  };
}

interface DescribedOperation {
  readonly operationId: string;
  /** None for an operation that is open to everybody. */
  readonly security: readonly { readonly token: readonly string[] }[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, DescribedAnswer>>;
}

export interface DescribedAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, DescribedHeader | { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface DescribedHeader {
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly schema: Schema;
}

/** The part of JSON Schema that requests are described with. */
export interface Schema {
  readonly $ref?: string;
  readonly example?: unknown;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export interface Operation {
  readonly operationId: string;
  /** In capitals. */
  readonly method: string;
  /** With `{names}` in the place of parameters. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The role that is needed at least; null where the operation is open to everybody. */
  readonly role: string | null;
  /** Null where it takes no body. */
  readonly body: Schema | null;
  readonly answers: Readonly<Record<string, DescribedAnswer>>;
}

export async function readDescription(url: string): Promise<Description> {
  return JSON.parse(await (await fetch(`${url}/openapi.json`)).text());
}

export function operationsOf({ paths }: Description): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, parameters = [], requestBody, responses }]) => ({
      operationId,
      role: security[0]?.token[0] ?? null,
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? null,
      answers: responses,
    })),
  );
}

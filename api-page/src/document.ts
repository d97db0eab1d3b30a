/** The description of the API, as far as the page shows it. */

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly { readonly token: readonly string[] }[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  /** Of a parameter a text or a number. */
  readonly example?: string | number | object;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export interface Operation {
  readonly id: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  /** The role that is needed at least; null where nobody is asked who they are. */
  readonly role: string | null;
  readonly parameters: readonly Parameter[];
  /** Of its body in JSON; null where it takes none. */
  readonly body: Schema | null;
  readonly answers: readonly (readonly [status: string, answer: Answer])[];
}

export async function readDocument(): Promise<ApiDocument> {
  const response = await fetch('/openapi.json');
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`);
  return JSON.parse(await response.text());
}

export function operationsOf(document: ApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, given]) => ({
      id: given.operationId,
      method: method.toUpperCase(),
      path,
      summary: given.summary,
      description: given.description ?? '',
      tag: given.tags[0] ?? '',
      role: given.security[0]?.token[0] ?? null,
      parameters: (given.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter)),
      body: given.requestBody?.content['application/json']?.schema ?? null,
      answers: Object.entries(given.responses),
    })),
  );
}

/** What a reference stands for. */
export function resolve<T extends object>(document: ApiDocument, given: T | Reference): T {
  if (!('$ref' in given) || typeof given.$ref !== 'string') return given as T;
  const [, , kind = '', name = ''] = given.$ref.split('/');
  return document.components[kind]?.[name] as T;
}

/** A form that sends an operation as it stands there, and shows the answer. */

import type { JSX, TargetedEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';

import { curlOf } from './curl.ts';
import { type ApiDocument, type Operation, type Parameter, resolve, type Schema } from './document.ts';
import { type Received, send } from './send.ts';
import { type Given, targetOf } from './target.ts';

interface TryProps {
  readonly document: ApiDocument;
  readonly operation: Operation;
  readonly token: string;
}

export function TryForm({ document, operation, token }: TryProps): JSX.Element {
  const { id, method, parameters, body, answers } = operation;
  const [given, setGiven] = useState<Given>(() => exampleOf(document, operation));
  const [received, setReceived] = useState<Received | null>(null);
  const stopping = useRef<AbortController | null>(null);
  const change = (name: string, value: string) => setGiven({ ...given, [name]: value });
  const forms = [
    ...new Set(answers.flatMap(([status, { content = {} }]) => (status < '300' ? Object.keys(content) : []))),
  ];
  const target = targetOf(operation, given);
  const submit = (event: Event) => {
    event.preventDefault();
    stopping.current?.abort();
    stopping.current = new AbortController();
    void send({ method, ...target, token, signal: stopping.current.signal }, setReceived);
  };
  return (
    <form onSubmit={submit} aria-label={`Try ${id}`}>
      <h3>Try it</h3>
      <div class="fields">
        {parameters.map((parameter) => (
          <Field key={parameter.name} parameter={parameter} value={given[parameter.name] ?? ''} onChange={change} />
        ))}
        {forms.length > 1 && (
          <label>
            Accept{' '}
            <select value={given['accept'] ?? ''} onChange={(event) => change('accept', event.currentTarget.value)}>
              <option value="">*/*</option>
              {forms.map((form) => (
                <option key={form}>{form}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {body !== null && (
        <label class="wide">
          Body{' '}
          <textarea
            rows={14}
            spellcheck={false}
            value={given['body'] ?? ''}
            onInput={(event) => change('body', event.currentTarget.value)}
          />
        </label>
      )}
      <pre class="curl" tabIndex={0} aria-label="The same as a command line">
        {curlOf({ method, ...target, hasToken: token !== '' })}
      </pre>
      <button type="submit">Send</button>{' '}
      {received?.isOpen && (
        <button type="button" onClick={() => stopping.current?.abort()}>
          Stop
        </button>
      )}
      {received && <ReceivedView received={received} />}
    </form>
  );
}

interface FieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (name: string, value: string) => void;
}

function Field({ parameter: { name, required, schema }, value, onChange }: FieldProps): JSX.Element {
  const take = (event: TargetedEvent<HTMLInputElement | HTMLSelectElement>) =>
    onChange(name, event.currentTarget.value);
  return (
    <label>
      {name}{' '}
      {schema.enum ? (
        <select value={value} required={required ?? false} onChange={take}>
          {!required && <option />}
          {schema.enum.map((one) => (
            <option key={String(one)}>{String(one)}</option>
          ))}
        </select>
      ) : (
        <input value={value} required={required ?? false} autocomplete="off" onInput={take} />
      )}
    </label>
  );
}

/** The examples of what must be given. */
function exampleOf(document: ApiDocument, { parameters, body }: Operation): Given {
  const required = parameters.filter((parameter) => parameter.required);
  const values = required.map(({ name, schema }) => [name, textOf(schema.example)]);
  const shape = body === null ? null : resolve<Schema>(document, body);
  const text = shape?.example === undefined ? '' : JSON.stringify(shape.example, null, 2);
  return { ...Object.fromEntries(values), ...(shape && { body: text }) };
}

function textOf(example: Schema['example']): string {
  return typeof example === 'object' ? '' : String(example ?? '');
}

function ReceivedView({ received: { status, headers, body, isOpen } }: { readonly received: Received }): JSX.Element {
  return (
    <div class="received" aria-live="polite">
      <p>
        <strong class={status.startsWith('2') ? 'good' : 'bad'}>{status}</strong> {isOpen && 'and more to come'}
      </p>
      {body !== '' && (
        <pre tabIndex={0} aria-label="Body of the answer">
          {body}
        </pre>
      )}
      {headers !== '' && (
        <pre tabIndex={0} aria-label="Headers of the answer" class="faint">
          {headers}
        </pre>
      )}
    </div>
  );
}

/** An operation: what it takes, what it answers, and a form to try it. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { type Answer, type ApiDocument, type Operation, type Parameter, resolve } from './document.ts';
import { SchemaView } from './schema-view.tsx';
import { TryForm } from './try-form.tsx';

interface OperationProps {
  readonly document: ApiDocument;
  readonly operation: Operation;
  readonly token: string;
}

export function OperationDetails({ document, operation, token }: OperationProps): JSX.Element {
  const { id, method, path, summary, description, role, parameters, body, answers } = operation;
  // Drawn once it was opened: most never are.
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <details id={id} onToggle={(event) => event.currentTarget.open && setWasOpen(true)}>
      <summary>
        <span class={`method ${method.toLowerCase()}`}>{method}</span> <code class="path">{path}</code>
        <span class="summary">{summary}</span>
        <span class="role">{role === null ? 'open' : role}</span>
      </summary>
      {wasOpen && (
        <div class="inside">
          {description !== '' && <p>{description}</p>}
          <p class="faint">{roleWords(role)}</p>
          {parameters.length > 0 && <Parameters parameters={parameters} />}
          {body !== null && (
            <>
              <h3>Body</h3>
              <SchemaView document={document} schema={body} />
            </>
          )}
          <TryForm document={document} operation={operation} token={token} />
          <h3>Answers</h3>
          {answers.map(([status, answer]) => (
            <AnswerView key={status} document={document} status={status} answer={answer} />
          ))}
        </div>
      )}
    </details>
  );
}

function roleWords(role: string | null): string {
  if (role === null) return 'Open to everybody.';
  return `Where the service has tokens, it needs one of the role ${role}${role === 'author' ? '' : ' or a higher one'}.`;
}

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }): JSX.Element {
  return (
    <>
      <h3>Parameters</h3>
      <dl>
        {parameters.map(({ name, in: place, required, description }) => (
          <div key={`${place} ${name}`}>
            <dt>
              <code>{name}</code> <span class="faint">{required ? place : `${place}, optional`}</span>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface AnswerProps {
  readonly document: ApiDocument;
  readonly status: string;
  readonly answer: Answer;
}

function AnswerView({ document, status, answer }: AnswerProps): JSX.Element {
  const { description, headers = {}, content = {} } = answer;
  const isProblem = Object.hasOwn(content, 'application/problem+json');
  return (
    <div class="answer">
      <strong>{status}</strong> {isProblem ? <Problems codes={description.split(', ')} /> : description}
      {!isProblem && (
        <>
          <p class="faint">
            {[...Object.keys(content), ...Object.keys(headers).map((name) => `header ${name}`)].join(' · ')}
          </p>
          {Object.entries(content)
            .filter(([type]) => type.endsWith('json'))
            .map(([type, { schema }]) => (
              <SchemaView key={type} document={document} schema={resolve(document, schema)} />
            ))}
        </>
      )}
    </div>
  );
}

/** Each code leads to its page. */
function Problems({ codes }: { readonly codes: readonly string[] }): JSX.Element {
  return (
    <>
      {codes.map((code, index) => (
        <span key={code}>
          {index > 0 && ' · '}
          <a href={`/problems/${code}`}>{code}</a>
        </span>
      ))}
    </>
  );
}

/** The whole page: what the API is, who asks, and every operation. */

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import { type ApiDocument, type Operation, operationsOf } from './document.ts';
import { OperationDetails } from './operation-details.tsx';
import { keepToken, keptToken } from './token.ts';

export function Page({ document }: { readonly document: ApiDocument }): JSX.Element {
  const [token, setToken] = useState(keptToken);
  const [words, setWords] = useState('');
  const { info, tags } = document;
  const operations = operationsOf(document).filter((operation) => isMeant(operation, words));
  const giveToken = (given: string) => {
    keepToken(given);
    setToken(given);
  };
  return (
    <>
      <header>
        <h1>
          {info.title} API <small>{info.version}</small>
        </h1>
        <p>{info.description}</p>
        <p class="links">
          <a href="/openapi.json">openapi.json</a> <a href="/visualizer/">Visualizer</a>
        </p>
        <div class="fields">
          <label>
            Find <input type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)} />
          </label>
          <label>
            Token, where the service asks for one{' '}
            <input
              type="password"
              autocomplete="off"
              value={token}
              onInput={(event) => giveToken(event.currentTarget.value)}
            />
          </label>
        </div>
      </header>
      <main>
        {tags.map(({ name, description }) => {
          const ofTag = operations.filter(({ tag }) => tag === name);
          return (
            <section key={name} hidden={ofTag.length === 0}>
              <h2>{name}</h2>
              <p class="faint">{description}</p>
              {ofTag.map((operation) => (
                <OperationDetails key={operation.id} document={document} operation={operation} token={token} />
              ))}
            </section>
          );
        })}
        {operations.length === 0 && <p>Nothing is found.</p>}
      </main>
    </>
  );
}

function isMeant({ method, path, summary, id }: Operation, words: string): boolean {
  const text = `${method} ${path} ${summary} ${id}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

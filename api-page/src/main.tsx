/** The page begins here: it reads the description of the API and shows it. */

import { render } from 'preact';

import { readDocument } from './document.ts';
import { Page } from './page.tsx';

const place = document.getElementById('page');
if (place) {
  try {
    render(<Page document={await readDocument()} />, place);
    openNamed();
    addEventListener('hashchange', openNamed);
  } catch (error) {
    render(
      <main>
        <h1>The description of the API cannot be read</h1>
        <p role="alert">{String(error)}</p>
      </main>,
      place,
    );
  }
}

/** Opens the operation that the address names. */
function openNamed(): void {
  const named = document.getElementById(decoded(location.hash.slice(1)));
  if (!(named instanceof HTMLDetailsElement)) return;
  named.open = true;
  named.scrollIntoView();
}

/** Somebody may have typed the address by hand. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The token of whoever uses the page: kept for this tab only, where the visualizer keeps it too. */

const KEY = 'tms-init.token';

export function keptToken(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return ''; // A browser may forbid it.
  }
}

export function keepToken(token: string): void {
  try {
    if (token === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, token);
  } catch {
    // It holds until the page is closed.
  }
}

/** Counts the statements that this process sends to its databases, by what they do. */

import { Client } from 'pg';

export interface StatementCount {
  /** In the order in which they were sent. */
  readonly sent: readonly StatementKind[];
  stop(): void;
}

/** A write is a commit of its own: none of them is inside a transaction, whose ends would count as `other`. */
export type StatementKind = 'claim' | 'read' | 'write' | 'release' | 'other';

/** The driver has one place through which everything goes, whoever sends it. */
export function countStatements(): StatementCount {
  const sent: StatementKind[] = [];
  const query = Reflect.get(Client.prototype, 'query');
  function counted(this: Client, ...given: readonly unknown[]): unknown {
    const text = textOf(given[0]);
    if (text !== PING) sent.push(kindOf(text));
    return Reflect.apply(query, this, given);
  }
  // Its type has an overload for each kind of statement, all of which are passed on as they are.
  Client.prototype.query = counted as Query;
  return { sent, stop: () => void (Client.prototype.query = query) };
}

type Query = Client['query'];

/** That of the connection with the claims comes with time, not with what is done. */
const PING = 'select 1';

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = statement as { readonly text: string };
  return text;
}

function kindOf(text: string): StatementKind {
  if (text.includes('pg_try_advisory_lock')) return 'claim';
  if (text.includes('pg_advisory_unlock')) return 'release';
  if (/\b(update|insert into) "tms_/.test(text)) return 'write';
  return /^\s*select\b/.test(text) ? 'read' : 'other';
}

/** What whoever uses the page may do, as the service says in its answers. */

import { signal } from '@preact/signals';

const ROLES = ['read', 'operate', 'author'] as const;

export type Role = (typeof ROLES)[number];

/** null: not known, so that everything is offered and the service decides. */
export const role = signal<Role | null>(null);

/** What is sent to somebody who is not known says nothing of it. */
export function noteRole({ headers }: Response): void {
  const told = ROLES.find((one) => one === headers.get('X-Role'));
  if (told !== undefined) role.value = told;
}

/** Whoever calls it while rendering follows a change. */
export function may(needed: Role): boolean {
  return role.value === null || ROLES.indexOf(role.value) >= ROLES.indexOf(needed);
}

/** What a caller may do: each role may also do what those before it may. */

/** `read`: look at everything; `operate`: also execute and cancel; `author`: also say what is executed. */
export const ROLES = ['read', 'operate', 'author'] as const;

export type Role = (typeof ROLES)[number];

export function covers(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

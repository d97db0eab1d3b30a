/** A token for each role. */

import type { TokenBook } from '../../src/http/access/token-book.ts';
import { type Role, ROLES } from '../../src/http/access/role.ts';

export const tokenOf = (role: Role) => `token-of-${role}`;

export const BOOK: TokenBook = {
  find(presented) {
    const role = ROLES.find((candidate) => tokenOf(candidate) === presented);
    return role ? { name: role, role, sha256: Buffer.alloc(32) } : null;
  },
  reload: () => undefined,
  onReload: () => () => undefined,
};

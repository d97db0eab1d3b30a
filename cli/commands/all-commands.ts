/** All commands. */

import { ABOUT_COMPLETION, COMMANDS } from './commands.ts';
import type { CommandEntry } from './definition.ts';

export const ALL_COMMANDS: readonly CommandEntry[] = [
  ...COMMANDS,
  { ...ABOUT_COMPLETION, load: () => import('./completion.ts') },
];

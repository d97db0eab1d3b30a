/** The commands there are. What each takes and does is loaded where it is asked for: the others need not be read then. */

import type { CommandEntry } from './definition.ts';

const RUNNING = 'Run tasks:';
const LOOKING = 'Look at tasks:';
const OTHER = 'The service and the terminal:';

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'create the task of a file and execute it, or execute one that is there',
    group: RUNNING,
    load: () => import('./run.ts'),
  },
  {
    name: 'resume',
    summary: 'execute a task from where it stopped, or from a step on',
    group: RUNNING,
    load: () => import('./resume.ts'),
  },
  { name: 'cancel', summary: 'stop the run of a task', group: RUNNING, load: () => import('./cancel.ts') },
  {
    name: 'plan',
    summary: 'tell what execute would do now, step by step',
    group: RUNNING,
    load: () => import('./plan.ts'),
  },
  { name: 'status', summary: 'tell how a task is doing', group: LOOKING, load: () => import('./status.ts') },
  { name: 'list', summary: 'list tasks, newest first', group: LOOKING, load: () => import('./list.ts') },
  { name: 'steps', summary: 'list the steps of a task', group: LOOKING, load: () => import('./steps.ts') },
  { name: 'logs', summary: 'show what a step wrote, or is writing', group: LOOKING, load: () => import('./logs.ts') },
  { name: 'serve', summary: 'run the service in this terminal', group: OTHER, load: () => import('./serve.ts') },
  { name: 'token', summary: 'make a token for TOKENS_FILE', group: OTHER, load: () => import('./token.ts') },
];

/** It knows all others, so it is not among them. */
export const ABOUT_COMPLETION = {
  name: 'completion',
  summary: 'print what makes bash or zsh complete these commands',
  group: OTHER,
};

/** The commands there are. What each takes and does is loaded where it is asked for: the others need not be read then. */

import type { CommandEntry } from './definition.ts';

const RUNNING = 'Run tasks:';
const CHANGING = 'Change tasks by hand:';
const LOOKING = 'Look at tasks:';
const HERE = 'On the host of the service:';
const OTHER = 'The terminal:';

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
  {
    name: 'mend',
    summary: 'give a step that is not SUCCESS another script',
    group: CHANGING,
    load: () => import('./mend.ts'),
  },
  {
    name: 'resolve',
    summary: 'settle a step by hand: it is SUCCESS, or FAILED',
    group: CHANGING,
    load: () => import('./resolve.ts'),
  },
  {
    name: 'delete',
    summary: 'delete tasks that do not run, with their logs',
    group: CHANGING,
    load: () => import('./delete.ts'),
  },
  { name: 'status', summary: 'tell how a task is doing', group: LOOKING, load: () => import('./status.ts') },
  { name: 'list', summary: 'list tasks, newest first', group: LOOKING, load: () => import('./list.ts') },
  { name: 'steps', summary: 'list the steps of a task', group: LOOKING, load: () => import('./steps.ts') },
  { name: 'logs', summary: 'show what a step wrote, or is writing', group: LOOKING, load: () => import('./logs.ts') },
  { name: 'serve', summary: 'run the service in this terminal', group: HERE, load: () => import('./serve.ts') },
  {
    name: 'doctor',
    summary: 'tell what a database has and lacks for the service',
    group: HERE,
    load: () => import('./doctor.ts'),
  },
  {
    name: 'prune',
    summary: 'delete old tasks that do not run, with their logs',
    group: HERE,
    load: () => import('./prune.ts'),
  },
  { name: 'token', summary: 'make a token for TOKENS_FILE', group: HERE, load: () => import('./token.ts') },
];

/** It knows all others, so it is not among them. */
export const ABOUT_COMPLETION = {
  name: 'completion',
  summary: 'print what makes bash or zsh complete these commands',
  group: OTHER,
};

/** How the command line ends: what scripts and pipelines go by. */

export const EXIT = {
  success: 0,
  /** The run failed, or the service refused. */
  failed: 1,
  misuse: 2,
  /** No service answers, or something else does. */
  unreachable: 3,
  /** As a shell has it for whoever was ended by Ctrl-C. */
  interrupted: 130,
  /** As a shell has it for whoever wrote to a reader that had gone. */
  brokenPipe: 141,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

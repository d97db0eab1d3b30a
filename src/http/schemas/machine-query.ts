/** How a caller wants the statechart. */

import { z } from 'zod';

import { NOTATION_NAMES } from '../machine/notations.ts';
import { taskIdSchema } from './task-id.ts';

export const machineQuerySchema = z.strictObject({
  format: z
    .enum(NOTATION_NAMES)
    .default('graph')
    .meta({
      example: 'mermaid',
      description:
        'graph: nodes and edges. xstate: the configuration of a machine, which XState takes back. xstate-js: a module that ' +
        "Stately's editor takes. smcat: the JSON form of state-machine-cat.",
    }),
  taskId: taskIdSchema.optional().meta({
    description: 'Marks the states in which the run of this task is; of a task that has ended, its final state.',
  }),
});

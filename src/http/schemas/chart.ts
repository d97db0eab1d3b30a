/** The statechart as nodes and edges. */

import { z } from 'zod';

const nodeSchema = z.strictObject({
  id: z.string().meta({ example: 'run.executing.choosing' }),
  parent: z.string().nullable().meta({ description: 'The state it is a part of; null for the root.' }),
  type: z.enum(['atomic', 'compound', 'final']),
  description: z.string(),
  entry: z.array(z.string()).meta({ description: 'Names of the actions that run when it is entered.' }),
  exit: z.array(z.string()),
  invokes: z.array(z.strictObject({ id: z.string(), src: z.string() })).meta({
    description: 'The effects that run while it is active.',
  }),
  active: z.literal(true).optional().meta({ description: 'Only with taskId, at the states in which its run is.' }),
});

const edgeSchema = z.strictObject({
  id: z.string(),
  source: z.string(),
  target: z.string().meta({ description: 'The source itself where no state is left: only the actions run.' }),
  event: z.string().meta({ description: 'Empty where the edge is taken by itself as soon as its guard allows.' }),
  guard: z.string().nullable(),
  actions: z.array(z.string()),
});

export const chartSchema = z
  .strictObject({
    nodes: z.array(nodeSchema),
    edges: z.array(edgeSchema).meta({ description: 'Those of one state in the order in which it looks at them.' }),
  })
  .meta({ id: 'Statechart' });

/** Lets state-machine-cat write the chart in its own language and parse that again. */

import { type IState, type IStateMachine, render } from 'state-machine-cat';

import type { ReadBack } from './read-back.ts';
import { sentence } from './sentences.ts';

export async function readSmcat(text: string): Promise<ReadBack> {
  const own = await render(text, { inputType: 'json', outputType: 'smcat' });
  // Its types promise a string.
  const parsed: unknown = await render(own, { inputType: 'smcat', outputType: 'json' });
  const machine = parsed as IStateMachine;
  const states = withParts(machine);
  const transitions = states.flatMap(({ statemachine }) => statemachine?.transitions ?? []);
  return {
    edges: [...(machine.transitions ?? []), ...transitions]
      .filter(({ from }) => !from.endsWith('.initial'))
      .map(({ from, to, label = '' }) => sentence({ source: from, target: to }, label))
      .sort(),
    active: states.flatMap(({ name, active }) => (active ? name : [])).sort(),
  };
}

function withParts({ states }: IStateMachine): readonly IState[] {
  return states.flatMap((state) => [state, ...(state.statemachine ? withParts(state.statemachine) : [])]);
}

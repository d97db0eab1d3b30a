/** The steps of tasks as the text that is answered, made once for all who ask before something changes. */

import type { Step } from '../../domain/rows.ts';
import type { Mask } from '../../platform/mask-secrets.ts';
import { keepText, type KeptText, withTag } from '../answer-json.ts';
import { isLarge } from './large-tasks.ts';
import { presentStep } from './present-step.ts';

/** An array in JSON, of steps that are never changed, only replaced. */
export type StepTexts = (steps: Steps) => KeptText;

type Steps = readonly Step<string | null>[];

export function keepStepTexts(mask: Mask): StepTexts {
  const texts = new WeakMap<Steps, KeptText>();
  const joinJson = joinKept((step) => Buffer.from(JSON.stringify(presentStep(step, mask))));
  return (steps) => {
    const known = texts.get(steps);
    if (known) return known;
    const text = isLarge(steps) ? withTag(joinJson(steps)) : keepText(steps.map((step) => presentStep(step, mask)));
    texts.set(steps, text);
    return text;
  };
}

/** A run changes one step after the other: the texts of all others are there already. */
function joinKept(toJson: (step: Step<string | null>) => Buffer): (steps: Steps) => Buffer {
  const kept = new WeakMap<Step<string | null>, Buffer>();
  const keep = (step: Step<string | null>) => {
    const json = toJson(step);
    kept.set(step, json);
    return json;
  };
  return (steps) => {
    const parts = steps.flatMap((step) => [COMMA, kept.get(step) ?? keep(step)]);
    return Buffer.concat([BEGIN, ...parts.slice(1), END]);
  };
}

const [BEGIN, COMMA, END] = [Buffer.from('['), Buffer.from(','), Buffer.from(']')];

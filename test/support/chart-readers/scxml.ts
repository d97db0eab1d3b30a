/** Reads SCXML: the transitions of its states, and our own mark of those that are active. */

import { labelOf } from '../../../src/http/machine/edge-label.ts';
import type { ReadBack } from './read-back.ts';
import { sentence } from './sentences.ts';
import { readXml, type XmlElement } from './xml.ts';

export function readScxml(text: string): ReadBack {
  const states = readXml(text).filter(({ name, attributes }) => /^(state|final)$/.test(name) && attributes['id']);
  return {
    edges: states.flatMap(transitionsOf).sort(),
    active: states.flatMap(({ attributes }) => (attributes['run:active'] ? (attributes['id'] ?? '') : [])).sort(),
  };
}

function transitionsOf({ attributes, children }: XmlElement): readonly string[] {
  const source = attributes['id'] ?? '';
  return children
    .filter(({ name }) => name === 'transition')
    .map((transition) => {
      const { event = '', cond, target = source } = transition.attributes;
      const guard = cond?.replace('()', '') ?? null;
      const actions = transition.children.map((script) => script.text.replace('();', ''));
      return sentence({ source, target }, labelOf({ event: eventOf(event), guard, actions }));
    });
}

/** The event as XState names it. */
function eventOf(event: string): string {
  return event.replace(/^(done|error)\.invoke\./, 'xstate.$1.actor.').replace(/^after\./, 'xstate.after.');
}

/** The chart as SCXML, the notation of the W3C. Its script gives every name a stand-in, so it can be run as it is. */

import type { Chart, ChartEdge, ChartInvoke } from '../../actors/chart/chart.ts';
import { namesOf } from './chart-names.ts';
import { type ChartState, treeOf } from './chart-tree.ts';
import { delayOf, readEvent } from './event-parts.ts';
import { textOf } from './text-lines.ts';
import { element, textElement } from './xml.ts';

/** For what SCXML has no word for; other readers pass over it. */
const OWN_NAMESPACE = 'urn:tms-init:statechart';

export function writeScxml(chart: Chart, active: ReadonlySet<string>): string {
  const root = treeOf(chart);
  const attributes = {
    xmlns: 'http://www.w3.org/2005/07/scxml',
    'xmlns:run': OWN_NAMESPACE,
    version: '1.0',
    datamodel: 'ecmascript',
    name: root.name,
    initial: root.node.id,
  };
  const content = [...element('script', {}, standIns(chart)), ...stateElement(root, active)];
  return textOf(['<?xml version="1.0" encoding="UTF-8"?>', ...element('scxml', attributes, content)]);
}

function standIns(chart: Chart): readonly string[] {
  const { actions, guards, delays } = namesOf(chart);
  return [
    ...actions.map((name) => `function ${name}() {}`),
    ...guards.map((name) => `function ${name}() { return true; }`),
    ...delays.map((name) => `function ${name}() { return '1s'; }`),
  ];
}

function stateElement({ node, parts, edges }: ChartState, active: ReadonlySet<string>): readonly string[] {
  const { id, type, description, initial, entry, exit, invokes } = node;
  const timers = edges.filter(({ event }) => delayOf(event) !== null).map(({ event }) => event);
  const entered = [...entry.map(call), ...timers.flatMap(startTimer)];
  const left = [...exit.map(call), ...timers.flatMap((event) => element('cancel', { sendid: eventName(event) }))];
  const marks = { 'run:description': description, 'run:active': active.has(id) ? 'true' : null };
  return element(type === 'final' ? 'final' : 'state', { id, initial, ...marks }, [
    ...(entered.length > 0 ? element('onentry', {}, entered) : []),
    ...(left.length > 0 ? element('onexit', {}, left) : []),
    ...invokes.flatMap(invokeElement),
    ...edges.flatMap(transitionElement),
    ...parts.flatMap((part) => stateElement(part, active)),
  ]);
}

/** SCXML knows no effects, only further statecharts: the stand-in of an effect is one of its name that never ends. */
function invokeElement({ id, src }: ChartInvoke): readonly string[] {
  const standIn = element('scxml', { version: '1.0', name: src }, element('state', { id: `${id}.working` }));
  return element('invoke', { id }, element('content', {}, standIn));
}

/** The event has the name of its state in it, so the timer of another state is never taken for it. */
function startTimer(event: string): readonly string[] {
  const name = eventName(event);
  return element('send', { id: name, event: name, delayexpr: `${delayOf(event)}()` });
}

function transitionElement({ source, target, event, guard, actions }: ChartEdge): readonly string[] {
  const attributes = {
    event: eventName(event),
    cond: guard === null ? null : `${guard}()`,
    target: source === target ? null : target,
  };
  return element('transition', attributes, actions.map(call));
}

function call(action: string): string {
  return textElement('script', {}, `${action}();`);
}

/** The end of an effect is `done.invoke.<id>` by the standard; for its error and for delays there is only our own way. */
function eventName(event: string): string | null {
  const { kind, name } = readEvent(event);
  switch (kind) {
    case 'done':
    case 'error':
      return `${kind}.invoke.${name}`;
    case 'after':
      return event.replace('xstate.', '');
    case 'named':
      return name || null;
  }
}

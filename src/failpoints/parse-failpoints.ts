/** Reads `step.spawned:2=kill;step.persist.before=sleep(3000)`: what happens at which arrival at which point. */

import { type ArmedFailpoint, FAILPOINT_NAMES, type FailpointAction, type FailpointName } from './failpoint.ts';

const PART = /^(?<point>[a-z._]+)(:(?<hit>[1-9]\d{0,5}))?=(?<kind>[a-z]+)(\((?<value>\d{1,6})\))?$/;

/** Throws an Error whose message names the part that cannot be read. */
export function parseFailpoints(text: string): readonly ArmedFailpoint[] {
  const parts = text.split(';').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(parsePart);
}

function parsePart(part: string): ArmedFailpoint {
  const { point, hit = '1', kind = '', value } = PART.exec(part)?.groups ?? {};
  const action = toAction(kind, value === undefined ? null : Number(value));
  if (!isName(point) || action === null) throw new Error(`cannot read ${JSON.stringify(part)}`);
  return { point, hit: Number(hit), action };
}

function toAction(kind: string, value: number | null): FailpointAction | null {
  if (value === null) return kind === 'kill' || kind === 'stop' || kind === 'throw' ? { kind } : null;
  if (kind === 'sleep') return { kind, ms: value };
  return kind === 'exit' && value <= 255 ? { kind, code: value } : null;
}

function isName(name: string | undefined): name is FailpointName {
  return FAILPOINT_NAMES.some((known) => known === name);
}

/** What the columns of the two tables have to be like, and in words what is amiss with one. */

import { formatLogPath } from '../domain/log-path.ts';
import { STATUSES } from '../domain/status.ts';
import type { StepColumn, TaskColumn } from './columns.ts';
import type { ColumnKind } from './column-type.ts';
import type { FoundColumn } from './found-table.ts';

interface Need {
  readonly kinds: readonly ColumnKind[];
  /** What such a type is called. */
  readonly words: string;
  readonly least?: number;
  /** Whether rows are told apart by it. */
  readonly isCompared?: boolean;
  /** Whether the service empties it. */
  readonly isEmptied?: boolean;
  readonly isWritten?: boolean;
}

const id: Need = { kinds: ['integer', 'text', 'padded', 'uuid'], words: 'an integer, text or uuid', isCompared: true };
const text: Need = { kinds: ['text', 'padded'], words: 'text' };
const message: Need = { ...text, isEmptied: true, isWritten: true };
const time: Need = { kinds: ['time', 'local-time'], words: 'a timestamp', isWritten: true };
const emptiedTime: Need = { ...time, isEmptied: true };
const status: Need = {
  kinds: ['text', 'padded', 'enumeration'],
  words: `text, such as ${STATUSES.join(', ')}; other spellings and numbers cannot be mapped`,
  least: Math.max(...STATUSES.map((name) => name.length)),
  isCompared: true,
  isWritten: true,
};
const wholeNumber: Need = { kinds: ['integer'], words: 'an integer' };

export const TASK_NEEDS: Readonly<Record<TaskColumn, Need>> = {
  id,
  taskId: id,
  name: text,
  status,
  message,
  createdAt: time,
  updatedAt: time,
  startedAt: emptiedTime,
  finishedAt: emptiedTime,
};

export const STEP_NEEDS: Readonly<Record<StepColumn, Need>> = {
  id,
  taskId: id,
  stepNo: wholeNumber,
  name: text,
  script: text,
  status,
  message,
  logPath: { ...text, least: longestLogPath(), isCompared: true, isWritten: true },
  exitCode: { ...wholeNumber, isEmptied: true, isWritten: true },
  startedAt: emptiedTime,
  finishedAt: emptiedTime,
};

function longestLogPath(): number {
  const facts = { attempt: 999_999_999, place: '0'.repeat(8), random: '0'.repeat(16) };
  return formatLogPath('x'.repeat(200), 2_147_483_647, facts).length;
}

/** Each fault as what follows on the name of the column. */
export function faultsOfColumn(need: Need, found: FoundColumn): readonly string[] {
  if (!need.kinds.includes(found.kind)) return [`is ${found.typeName}; it has to be ${need.words}`];
  const absent = found.kind === 'enumeration' ? STATUSES.filter((name) => !found.labels.includes(name)) : [];
  return [
    ...(need.least !== undefined && found.length !== null && found.length < need.least
      ? [`holds ${found.length} characters, ${need.least} are needed`]
      : []),
    ...(absent.length > 0 ? [`does not take ${absent.join(', ')}, only ${found.labels.join(', ')}`] : []),
    ...(need.isEmptied && !found.isNullable ? ['does not take NULL'] : []),
    ...(need.isWritten && found.isComputed ? ['is computed and cannot be written'] : []),
    ...(found.isExact || !need.isCompared
      ? []
      : ['takes different texts for the same; its collation has to be deterministic']),
  ];
}

/** Changes of a history in which nothing was wrong, as services would make them that do by hand what they must not. */

import type { AuditEntry, AuditRow, Call, History } from './history.ts';
import { reasonOf } from './interfere.ts';
import type { Planted } from './planted-histories.ts';
import { type ChangeEntry, isChange } from './timeline.ts';

const WISH = { stepNo: 1, version: 9 };
const MENDED = `script mended by local: ${reasonOf(WISH)}`;

export function plantedPowers(): readonly Planted[] {
  return [
    {
      title: 'a script that is started by its old text',
      rule: 'I18',
      change: ({ journal }) => ({
        journal: journal.map((entry) => (entry.kind === 'START' ? { ...entry, value: 7 } : entry)),
      }),
    },
    afterEnd('a step that is set back by nobody', 'I4', (end) => [
      stepEntry(end, { status: 'SUCCESS', message: null }, { status: 'FAILED', message: null }),
    ]),
    afterEnd('a step that is resolved without its task', 'I10', (end) => [
      stepEntry(
        end,
        { status: 'SUCCESS', message: null },
        { status: 'FAILED', message: `resolved as FAILED by local: ${reasonOf(WISH)}` },
      ),
    ]),
    afterEnd('a step that runs before one that was set back', 'I5', (end) => [
      stepEntry(
        end,
        { status: 'SUCCESS', message: null },
        { status: 'FAILED', message: 'set back by local: run again from step 1; was SUCCESS' },
      ),
      {
        ...stepEntry(end, { status: 'FAILED', message: null }, { status: 'RUNNING', message: null }),
        txid: 'the next',
        stepNo: 2,
      },
    ]),
    afterAcceptance('a step that is mended while the task runs', 'I20', (entry) => [
      stepEntry(entry, { status: 'PENDING', message: null }, { status: 'PENDING', message: MENDED }),
    ]),
    afterAcceptance('a task that is deleted while it runs', 'I20', deletion),
    afterAcceptance('a task that runs on after its deletion', 'I21', deletion),
    withCall('a mending that was answered and is not stored', 'I19', { http: 200, body: { message: MENDED } }),
    {
      title: 'a mending that has changed no script',
      rule: 'I18',
      change(history) {
        const { audit } = afterEnd('', '', (end) => [
          stepEntry(end, { status: 'FAILED', message: null }, { status: 'FAILED', message: MENDED, script: 'sh 0' }),
        ]).change(history);
        return {
          audit: audit ?? [],
          calls: [...history.calls, callOf(history, { http: 200, body: { message: MENDED } })],
        };
      },
    },
    withCall('a step that was mended and is shown as it was', 'I19', { http: 200, body: { message: null } }),
    {
      title: 'a mending that was refused and is stored',
      rule: 'I19',
      change(history) {
        const { audit } = afterEnd('', '', (end) => [
          stepEntry(end, { status: 'FAILED', message: null }, { status: 'FAILED', message: MENDED }),
        ]).change(history);
        return { audit: audit ?? [], calls: [...history.calls, callOf(history, { http: 409 })] };
      },
    },
    withCall('a run that was told to begin at a step and did not', 'I19', {
      op: 'from-step',
      http: 202,
      body: { totalSteps: 5, successSteps: 5, started: false },
      wish: { stepNo: 4, version: 9 },
    }),
    withCall('a task that was answered as deleted and is there', 'I21', { op: 'delete', http: 204, body: null }),
    withCall('a task that is gone although nobody has deleted it', 'I21', {
      op: 'task',
      http: 404,
      body: { type: '/problems/task-not-found' },
    }),
  ];
}

function withCall(title: string, rule: string, call: Partial<Call>): Planted {
  return { title, rule, change: (history) => ({ calls: [...history.calls, callOf(history, call)] }) };
}

/** Long after everything else. */
function callOf({ final, calls }: History, call: Partial<Call>): Call {
  const taskId = final.tasks[0]?.taskId ?? '';
  const at = (calls.at(-1)?.answeredAt ?? 0) + 3_600_000;
  return { op: 'mend', taskId, instance: 0, askedAt: at, answeredAt: at, http: null, body: null, wish: WISH, ...call };
}

/** Something that is stored once a task is SUCCESS. */
function afterEnd(title: string, rule: string, more: (end: ChangeEntry) => readonly AuditEntry[]): Planted {
  return after(title, rule, (entry) => entry.new.status === 'SUCCESS', more);
}

/** Something that is stored right after a run was accepted. */
function afterAcceptance(title: string, rule: string, more: (entry: ChangeEntry) => readonly AuditEntry[]): Planted {
  return after(title, rule, (entry) => entry.old.status === 'PENDING', more);
}

function after(
  title: string,
  rule: string,
  isIt: (entry: ChangeEntry) => boolean,
  more: (entry: ChangeEntry) => readonly AuditEntry[],
): Planted {
  return {
    title,
    rule,
    change: ({ audit }) => ({
      audit: audit.flatMap((entry) =>
        isChange(entry) && entry.stepNo === null && isIt(entry) ? [entry, ...more(entry)] : [entry],
      ),
    }),
  };
}

function stepEntry({ at, taskId, txid }: ChangeEntry, old: AuditRow, changed: AuditRow): AuditEntry {
  return { txid: `${txid}0`, at: at + 1, taskId, stepNo: WISH.stepNo, old, new: changed };
}

function deletion({ at, taskId, txid, new: old }: ChangeEntry): readonly AuditEntry[] {
  return [{ txid: `${txid}0`, at: at + 1, taskId, stepNo: null, old, new: null }];
}

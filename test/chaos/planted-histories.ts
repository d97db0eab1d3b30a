/** Changes of a history in which nothing was wrong, each of which must be found. */

import type { AuditEntry, Call, FinalTask, History, JournalEntry } from './history.ts';
import { type ChangeEntry, isChange } from './timeline.ts';

export interface Planted {
  readonly title: string;
  readonly rule: string;
  /** What is different in the history. */
  readonly change: (history: History) => Partial<History>;
}

export function planted(): readonly Planted[] {
  return [
    inJournal('two scripts of a step at once', 'I1', (start) => [start, { ...start, kind: 'OVERLAP_STEP' }]),
    inJournal('two scripts of a task at once', 'I1t', (start) => [start, { ...start, kind: 'OVERLAP_TASK' }]),
    inJournal('a start long after the SUCCESS', 'I2', (start) => [start, { ...start, at: start.at + 3_600_000 }]),
    inJournal('a second start of an attempt', 'I12', (start) => [start, start]),
    inJournal('a start of which no row tells', 'I6', (start) => [start, { ...start, attemptId: 'f'.repeat(16) }]),
    inJournal('a secret in an environment', 'I17', (start) => [start, { ...start, kind: 'LEAK' }]),
    inJournal('a start before the step below has ended', 'I5', ({ stepNo, ...start }) => [
      { ...start, stepNo: stepNo + 3 },
    ]),
    {
      title: 'an outcome that is not that of the script',
      rule: 'I9',
      change: ({ journal }) => ({ journal: journal.filter(({ kind }) => kind !== 'END') }),
    },
    {
      title: 'a log that has lost a line',
      rule: 'I7',
      change: ({ logs }) => ({
        logs: new Map([...logs].map(([path, log]) => [path, log.replace(/^line 2 .*\n/m, '')])),
      }),
    },
    { title: 'a log that is missing', rule: 'I7', change: () => ({ logs: new Map() }) },
    {
      title: 'an answer with an outcome that no row ever had',
      rule: 'I3',
      change: ({ calls }) => ({ calls: calls.map(shownWithAnotherCode) }),
    },
    inAudit('a step that becomes PENDING', 'I4', (entry) => [
      entry,
      { ...entry, txid: 'other', old: entry.new, new: { ...entry.new, status: 'PENDING' } },
    ]),
    inAudit('a task that does not end with its last step', 'I10', (entry) =>
      entry.stepNo === null && entry.new.status === 'SUCCESS' ? [] : [entry],
    ),
    inAudit('a run that goes on after a failure', 'I8', (entry) =>
      entry.stepNo === null && entry.new.status === 'FAILED' ? [] : [entry],
    ),
    inAudit('a run that takes over from one that lives', 'I12', acceptedTwice),
    inCalls('an answer that goes back', 'I11', (call) => ({
      ...call,
      body: { ...Object(call.body), successSteps: -1 },
    })),
    inCalls('an answer that took too long', 'I16', (call) => ({ ...call, askedAt: call.askedAt - 11_000 })),
    inCalls('a request without an answer', 'I16', (call) => ({ ...call, answeredAt: null, body: 'TimeoutError' })),
    inCalls('a fault that was answered', 'I16', (call) => ({ ...call, http: 500 })),
    inCalls('a secret in an answer', 'I17', (call) => ({
      ...call,
      body: { ...Object(call.body), message: 'a test password' },
    })),
    inFinal('a task that never recovered', 'I14', (task) => ({ ...task, recoveredMs: null })),
    inFinal('a SUCCESS with a step that is not', 'I10', (task) => ({ ...task, steps: withStatus(task, 'FAILED') })),
    inFinal('a step left RUNNING', 'I6', (task) => ({ ...task, steps: withStatus(task, 'RUNNING') })),
    inFinal('an answer that is not what is stored', 'I3', (task) => ({
      ...task,
      answered: { ...task.answered, status: 'FAILED' },
    })),
    {
      title: 'a process of an attempt that failed',
      rule: 'I13',
      change: ({ final }) => ({ final: { ...final, processes: [{ pid: 1, attemptId: 'f'.repeat(16) }] } }),
    },
  ];
}

/** Stores each acceptance a second time. */
export function acceptedTwice(entry: ChangeEntry): readonly AuditEntry[] {
  if (entry.stepNo !== null || entry.new.status !== 'RUNNING' || entry.old.status === 'RUNNING') return [entry];
  return [entry, { ...entry, txid: `${entry.txid}0`, at: entry.at + 2, old: { ...entry.new } }];
}

/** Turns each answer of execute into one that shows a step. */
function shownWithAnotherCode(call: Call): Call {
  const step = { stepNo: 1, status: 'SUCCESS', exitCode: 99, message: null, logPath: null };
  return call.op === 'execute' ? { ...call, op: 'steps', http: 200, body: [step] } : call;
}

/** Changes each START. */
function inJournal(title: string, rule: string, change: (start: JournalEntry) => readonly JournalEntry[]): Planted {
  return {
    title,
    rule,
    change: ({ journal }) => ({
      journal: journal.flatMap((entry) => (entry.kind === 'START' ? change(entry) : entry)),
    }),
  };
}

function inAudit(title: string, rule: string, change: (entry: ChangeEntry) => readonly AuditEntry[]): Planted {
  return {
    title,
    rule,
    change: ({ audit }) => ({ audit: audit.flatMap((entry) => (isChange(entry) ? change(entry) : [entry])) }),
  };
}

/** Changes the last answer that tells of a task. */
function inCalls(title: string, rule: string, change: (call: Call) => Call): Planted {
  return {
    title,
    rule,
    change: ({ calls }) => {
      const last = calls.findLast(({ op, http }) => op === 'execute' && http === 200);
      return { calls: calls.map((call) => (call === last ? change(call) : call)) };
    },
  };
}

function inFinal(title: string, rule: string, change: (task: FinalTask) => FinalTask): Planted {
  return { title, rule, change: ({ final }) => ({ final: { ...final, tasks: final.tasks.map(change) } }) };
}

function withStatus({ steps }: FinalTask, status: string): FinalTask['steps'] {
  return steps.map((step) => (step.stepNo === 3 ? Object.assign({}, step, { status }) : step));
}

/** Who may run a task. */

import type { Sentence } from './sentence.ts';

export const CLAIM_SENTENCES: readonly Sentence[] = [
  ['this instance has the right to run the task', '本实例取得了该任务的执行权'],
  ['another instance runs this task', '另一个实例正在执行该任务'],
  ['the claim on this task is held', '持有该任务的执行权'],
  ['the claim on this task is held again', '重新持有该任务的执行权'],
  ['the claim on this task is in doubt: waits', '该任务的执行权存疑：等待'],
  ['the claim on this task is in doubt: its connection is gone', '该任务的执行权存疑：其数据库连接已断开'],
  ['the claim on this task is gone for good', '该任务的执行权已彻底失去'],
];

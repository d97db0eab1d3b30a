/** What was read from the tables and stored in them. */

import type { Sentence } from './sentence.ts';

export const ROW_SENTENCES: readonly Sentence[] = [
  ['read the task: {reason}', '已读取任务：{reason}'],
  ['read the task again: {reason}', '已再次读取任务：{reason}'],
  ['its rows', '它的各行数据'],
  ['{count} of {total} steps is SUCCESS', '{total} 个步骤中有 {count} 个已成功'],
  ['{count} of {total} steps are SUCCESS', '{total} 个步骤中有 {count} 个已成功'],
  ['stored: {changes}', '已保存：{changes}'],
  ['{steps} is {status}', '{steps}{status}'],
  ['the task is {status}', '任务{status}'],
  ['the task as it is', '任务保持原样'],
  ['{steps} was RUNNING at start: reset to FAILED', '{steps}在开始时处于执行中：重置为失败'],
  ['{steps} were RUNNING at start: reset to FAILED', '{steps}在开始时处于执行中：重置为失败'],
  ['somebody else changed the rows of this task', '该任务的数据被他人更改'],
  ['a row is locked by somebody else', '有一行数据被他人锁定'],
  ['waiting for a row of this task that somebody else has locked', '等待该任务中被他人锁定的一行数据'],
  ['waiting for the database to store the last transition', '等待数据库保存上一次变化'],
  ['waiting for the database: the claim on this task is in doubt', '等待数据库：该任务的执行权存疑'],
];

/** Why a run was refused, or was broken off by what its rows became. */

import type { Sentence } from './sentence.ts';

export const REFUSAL_SENTENCES: readonly Sentence[] = [
  ['Another instance runs this task.', '另一个实例正在执行该任务。'],
  ['The task is running already.', '该任务已在执行。'],
  ['The last run of this task is still ending; try again soon.', '该任务的上一次执行仍在收尾；请稍后重试。'],
  [
    'As many tasks run as MAX_RUNNING allows: {number}. Try again later.',
    '执行中的任务数已达 MAX_RUNNING 的上限 {number}。请稍后重试。',
  ],
  ['There is no task {name}.', '没有任务 {name}。'],
  ['The task has no steps to execute.', '该任务没有可执行的步骤。'],
  ['The task is not running any more.', '该任务已不在执行。'],
  ['The service is shutting down.', '服务正在关闭。'],
  ['The database does not answer; try again soon.', '数据库没有应答；请稍后重试。'],
  ['The database cannot be reached at the moment.', '目前无法连接到数据库。'],
  ['The database did not answer in time; it may be busy.', '数据库没有及时响应，可能正忙。'],
  [
    'The database server has no room for the lock of another running task. Try again later.',
    '数据库服务器没有余量再锁定一个执行中的任务。请稍后重试。',
  ],
  ['The task has no status; the service knows {known}.', '该任务没有状态；服务认识的状态有 {known}。'],
  ['The task has the status {name}; the service knows {known}.', '该任务的状态为 {name}；服务认识的状态有 {known}。'],
  ['Step {number} has no status; the service knows {known}.', '第 {number} 步没有状态；服务认识的状态有 {known}。'],
  [
    'Step {number} has the status {name}; the service knows {known}.',
    '第 {number} 步的状态为 {name}；服务认识的状态有 {known}。',
  ],
  ['Step number {number} is negative.', '步骤编号 {number} 为负数。'],
  ['Two steps have the number {number}.', '有两个步骤的编号都是 {number}。'],
];

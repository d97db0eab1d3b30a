/** What somebody did to a step by hand, and why that was refused. */

import type { Sentence } from './sentence.ts';

export const HAND_SENTENCES: readonly Sentence[] = [
  ['resolved as {status} by {who}: {words}', '由 {who} 人工认定为{status}：{words}'],
  ['script mended by {who}: {words}', '脚本由 {who} 修改：{words}'],
  ['set back by {who}: run again from step {number}; was SUCCESS', '由 {who} 退回：从第 {number} 步重新执行；原为成功'],
  ['{steps} was SUCCESS: set back, to be run again', '{steps}原为成功：已退回，将重新运行'],
  ['{steps} were SUCCESS: set back, to be run again', '{steps}原为成功：已退回，将重新运行'],
  ['The task has no step {number}.', '该任务没有第 {number} 步。'],
  [
    'Step {number} is {status}; every step before step {count} has to be SUCCESS.',
    '第 {number} 步的状态为{status}；第 {count} 步之前的步骤必须全部成功。',
  ],
  [
    'Step {number} is SUCCESS: its script has done its work. Resolve it as FAILED first, or execute from it.',
    '第 {number} 步已成功：其脚本已完成工作。请先将其认定为失败，或从它开始执行。',
  ],
];

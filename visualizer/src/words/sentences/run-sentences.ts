/** Why a run begins, goes on and ends. */

import type { Sentence } from './sentence.ts';

export const RUN_SENTENCES: readonly Sentence[] = [
  ['every step is SUCCESS', '所有步骤均已成功'],
  ['the task is FAILED', '任务已失败'],
  ['{steps} skipped: already SUCCESS', '跳过{steps}：已经成功'],
  ['{steps} is the next one to run', '接下来执行{steps}'],
  ['the service shuts down', '服务正在关闭'],
  ['told to stop', '已要求停止'],
  ['cancelled by {who}', '已被 {who} 取消'],
  ['stopped by shutdown', '因服务关闭而停止'],
  ['settled as interrupted', '按中断处理'],
  ['internal error: {reason}', '内部错误：{reason}'],
  ['something did not work', '出现了问题'],
  ['tries again after one try in vain', '尝试 1 次未果，再次尝试'],
  ['tries again after {count} tries in vain', '尝试 {count} 次未果，再次尝试'],
  ['waited {seconds} s for the other host', '已为另一台主机等待 {seconds} 秒'],
  [
    'waiting {seconds} s: the interrupted run was on another host, which may still be alive',
    '等待 {seconds} 秒：被中断的执行在另一台主机上，它可能仍在运行',
  ],
];

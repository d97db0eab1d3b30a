/** The messages of tasks and steps that failed: a place, a cause, and what else is known of it. */

import type { Sentence } from './sentence.ts';

/** What comes last in a message is told first: the cause before it may be anything. */
export const MESSAGE_SENTENCES: readonly Sentence[] = [
  ['{reason}; last output: {output}', '{reason}；最后一行输出：{output}'],
  ['step {number} of {total} ({title}): {reason}', '第 {number} / {total} 步（{title}）：{reason}'],
  [
    'step {number} ({count} of {total}) ({title}): {reason}',
    '步骤 {number}（第 {count} / {total} 步，{title}）：{reason}',
  ],
  ['{reason}; log incomplete: disk full', '{reason}；日志不完整：磁盘已满'],
  ['{reason}; log incomplete: its disk does not answer', '{reason}；日志不完整：磁盘没有应答'],
  ['log incomplete: disk full', '日志不完整：磁盘已满'],
  ['log incomplete: its disk does not answer', '日志不完整：磁盘没有应答'],
  [
    '{reason}; {count} of its processes were still alive and were ended',
    '{reason}；它有 {count} 个进程仍在运行，已将其终止',
  ],
  [
    '{reason}; the script itself had ended with exit code {code} at {time}',
    '{reason}；脚本本身已于 {time} 结束，退出码 {code}',
  ],
  [
    '{reason}; the script itself had been killed by {signal} at {time}',
    '{reason}；脚本本身已于 {time} 被 {signal} 终止',
  ],
  ['interrupted: the service ended while this step was running', '已中断：该步骤运行时服务结束了'],
  ['stopped before its script was started', '在脚本启动之前已停止'],
  ['{reason}: stopped before its script was started', '{reason}：在脚本启动之前已停止'],
  ['{reason} before its script was started', '{reason}（在脚本启动之前）'],
  ['{reason} after step {number} of {total}', '{reason}（在第 {number} / {total} 步之后）'],
  ['{reason} before step {number} of {total}', '{reason}（在第 {number} / {total} 步之前）'],
];

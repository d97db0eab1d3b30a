/** What an execute would do with a step, and why it would do nothing. */

import type { Sentence } from './sentence.ts';

export const PLAN_SENTENCES: readonly Sentence[] = [
  ['Every step is SUCCESS.', '所有步骤均已成功。'],
  ['It is SUCCESS and is not run again.', '已成功，不再运行。'],
  [
    'It is RUNNING, but nobody runs it: what is left of its interrupted attempt is ended, then it is run again.',
    '状态为执行中，但没有服务在执行：先结束中断的尝试的残留进程，再重新运行。',
  ],
  ['It was never run.', '从未运行。'],
  ['It is FAILED and is run again.', '已失败，重新运行。'],
];

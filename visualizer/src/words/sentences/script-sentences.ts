/** How the script of a step gets on and ends. */

import type { Sentence } from './sentence.ts';

export const SCRIPT_SENTENCES: readonly Sentence[] = [
  ['{steps} is stored as RUNNING: its script is started', '{steps}已保存为执行中：启动其脚本'],
  ['{steps} ended with exit code {code}', '{steps}已结束，退出码 {code}'],
  ['{steps} was ended by {signal}', '{steps}被 {signal} 终止'],
  ['{steps} could not be started: {reason}', '{steps}无法启动：{reason}'],
  ['it cannot be told how {steps} ended: {reason}', '无法得知{steps}如何结束：{reason}'],
  ['it cannot be told how the script ended: {reason}', '无法得知脚本如何结束：{reason}'],
  ['nothing of {steps} runs any more', '{steps}已没有任何进程在运行'],
  ['nothing of the interrupted attempt runs any more', '被中断的尝试已没有任何进程在运行'],
  ['the log of {steps} grew beyond {size}', '{steps}的日志超过了 {size}'],
  ['its log grew beyond STEP_LOG_LIMIT ({size})', '日志超过了 STEP_LOG_LIMIT（{size}）'],
  ['timeout: ended after {seconds} s', '超时：{seconds} 秒后被终止'],
  ['the script ran longer than {seconds} s', '脚本运行超过了 {seconds} 秒'],
  ['the script did not end within {seconds} s of the shutdown', '服务关闭后 {seconds} 秒内脚本没有结束'],
  ['the script did not end within {seconds} s of TERM', '发出 TERM 后 {seconds} 秒内脚本没有结束'],
  ['exit code {code}', '退出码 {code}'],
  ['killed by {signal}', '被 {signal} 终止'],
];

/** What keeps a script from being started, and an attempt from being ended. */

import type { Sentence } from './sentence.ts';

export const START_SENTENCES: readonly Sentence[] = [
  ['no script', '没有脚本'],
  ['the script was not found: {name}', '找不到脚本：{name}'],
  ['the script is not a file: {name}', '脚本不是文件：{name}'],
  ['the script is not executable (chmod +x): {name}', '脚本不可执行（chmod +x）：{name}'],
  ['the script is outside the scripts folder: {name}', '脚本在脚本目录之外：{name}'],
  ['killed by {signal} before the script was started', '在脚本启动之前被 {signal} 终止'],
  ['another start of this step took over its lock', '该步骤的另一次启动接管了它的锁'],
  ['cannot start the script: {reason}', '无法启动脚本：{reason}'],
  ['cannot open the log: {reason}', '无法打开日志：{reason}'],
  ['cannot create the log folder: {reason}', '无法创建日志目录：{reason}'],
  ['cannot take the step lock: {reason}', '无法取得步骤锁：{reason}'],
  ['cannot write the step lock: {reason}', '无法写入步骤锁：{reason}'],
  ['cannot enter the working directory of scripts: {reason}', '无法进入脚本的工作目录：{reason}'],
  ['cannot look at the script: {reason}', '无法查看脚本：{reason}'],
  ['flock ended with code {code}', 'flock 结束，退出码 {code}'],
  ['somebody takes it again and again', '它一再被他人占用'],
  ['the step lock cannot be asked: {reason}', '无法查询步骤锁：{reason}'],
  ['the system did not say how the script ended', '系统没有说明脚本如何结束'],
  ['the launcher of scripts ended ({name})', '脚本启动器已结束（{name}）'],
  ['the launcher of scripts cannot be reached', '无法联系脚本启动器'],
  ['waiting for process {pids}, which does not end', '等待进程 {pids}，它没有结束'],
  [
    'waiting for a process that holds the step lock but cannot be seen from here',
    '等待一个持有步骤锁、但从这里看不到的进程',
  ],
];

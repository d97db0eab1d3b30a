/** The ways in which a launcher fails those who ask it. */

/** There is no launcher and none can be started: nothing was asked of any. */
export class LauncherUnavailable extends Error {
  override readonly name = 'LauncherUnavailable';
}

/** The launcher is gone: it cannot be told what it did of what was asked, nor how its scripts end. */
export class LauncherDied extends Error {
  override readonly name = 'LauncherDied';
}

/** The process was not started. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';
  readonly part: 'log' | 'process';
  /** The name of the system's error, such as ENOSPC. */
  readonly code: string;

  constructor(part: 'log' | 'process', code: string) {
    super(`cannot start the process: ${code}`);
    this.part = part;
    this.code = code;
  }
}

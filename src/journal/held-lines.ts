/** The lines of a journal that are not written yet: so many and no more, however slow the disk is. */

export interface HeldLines {
  /** Returns whether there is something to take. */
  add(line: object): boolean;
  /** All of them, which are then held no longer; empty where there are none. */
  take(): string;
  /** Holds nothing any more, now and later. */
  giveUp(): void;
}

const MOST_CHARACTERS = 64 * 1024;

export function holdLines(): HeldLines {
  let text = '';
  let dropped = 0;
  let isGivenUp = false;
  return {
    add(line) {
      if (isGivenUp) return false;
      if (text.length > MOST_CHARACTERS) dropped += 1;
      else text += `${JSON.stringify(line)}\n`;
      return true;
    },
    take() {
      const taken = dropped === 0 ? text : `${text}${JSON.stringify({ type: 'truncated', lines: dropped })}\n`;
      text = '';
      dropped = 0;
      return taken;
    },
    giveUp() {
      isGivenUp = true;
      text = '';
      dropped = 0;
    },
  };
}

/** The last events of a run, for whoever lost the connection and comes back. */

export interface RecentEvents {
  /** Keeps an event and gives its id. */
  add(toText: (id: string) => string): string;
  /** The id of the last one, or of none yet. */
  lastId(): string;
  /** The texts of those after the one of this id; null where it is not known any more, or never was. */
  after(id: string): readonly string[] | null;
}

const MOST_EVENTS = 256;

const MOST_CHARACTERS = 256 * 1024;

export function keepRecentEvents(run: string): RecentEvents {
  const texts: string[] = [];
  let characters = 0;
  let first = 1;
  const lastNumber = () => first + texts.length - 1;

  function forgetOldest(): void {
    characters -= texts.shift()?.length ?? 0;
    first += 1;
  }

  return {
    add(toText) {
      const text = toText(`${run}:${lastNumber() + 1}`);
      texts.push(text);
      characters += text.length;
      while (texts.length > MOST_EVENTS || characters > MOST_CHARACTERS) forgetOldest();
      return text;
    },
    lastId: () => `${run}:${lastNumber()}`,
    after(id) {
      const number = id.startsWith(`${run}:`) ? id.slice(run.length + 1) : '';
      if (!/^\d{1,9}$/.test(number)) return null;
      const from = Number(number) + 1 - first;
      return from < 0 || from > texts.length ? null : texts.slice(from);
    },
  };
}

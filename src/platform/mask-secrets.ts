/** Puts *** in the place of secrets in texts that leave the service: log lines, stored messages, answers. */

/** Always before a text is cut, since half a secret is not recognised. What is masked already stays as it is. */
export type Mask = (text: string) => string;

/** Also by secrets alone that are known for such, and not by what a text looks like: for names. */
export type SecretMask = Mask & { readonly known: Mask };

const MASKED = '***';

/** A shorter one is part of ordinary words, and `***base` would tell what it was meant to hide. */
const LEAST_CHARACTERS = 8;

const NAME = 'password|passwd|passphrase|secret|api[-_]?key|access[-_]?key|private[-_]?key';

const OWN_TOKEN = /(tms_)[\w-]{43}/g;

/**
 * What stands before the secret stays: the first group. A text takes time in proportion to its length, whatever it is: what
 * a pattern has looked at in vain cannot begin it again.
 */
const PATTERNS: readonly RegExp[] = [
  // scheme://user:password@host; up to the last @, since a password may have one that nobody encoded.
  /(:\/\/[^\s/?#@:]*:)[^\s/?#]+(?=@)/g,
  // A header, in the form of HTTP, JSON or an assignment.
  /(authorization["']?\s*[:=]\s*["']?(?:(?:basic|bearer|digest|negotiate|token)\s+)?)[^\s"',;]+/gi,
  /(\bbearer\s+)[\w.~+/-]+=*/gi,
  // A token of this service: new-token.ts.
  OWN_TOKEN,
  // scheme://token@host, as git prints it; a name of so many characters is none.
  /(:\/\/)[\w.~-]{20,}(?=@)/g,
  // password=…, PGPASSWORD="…", "password": "…"
  assignment(`${NAME}|token|credentials?|[-_]pass|[-_]pwd`, `["']\\s*:|["']?\\s*=`),
  // password: …, --password …; a token before a colon is one of a parser
  assignment(NAME, ':(?=\\s)'),
  assignment(`--?(?:${NAME}|token)`, '\\s'),
  // PASSWORD '…' and IDENTIFIED BY '…' of SQL
  assignment('password|identified\\s+by', `\\s(?=\\s*')`),
];

/** What stands behind a name, in quotes or not. */
function assignment(names: string, sign: string): RegExp {
  const value = String.raw`"(?:[^"\\\r\n]|\\.)*"?|'[^'\r\n]*'?|[^\s"'&,;]+`;
  return new RegExp(`((?:${names})(?:${sign})\\s*)(?:${value})`, 'gi');
}

/** @param known secrets that are masked wherever they stand, in each form in which a text may repeat them. */
export function createMask(known: readonly string[]): SecretMask {
  const words = known.filter((word) => word.length >= LEAST_CHARACTERS).sort(longestFirst);
  const unnamed: Mask = (text) => words.reduce((rest, word) => rest.replaceAll(word, MASKED), text);
  return Object.assign(
    (text: string) => PATTERNS.reduce((rest, pattern) => rest.replaceAll(pattern, `$1${MASKED}`), unnamed(text)),
    { known: (text: string) => unnamed(text).replaceAll(OWN_TOKEN, `$1${MASKED}`) },
  );
}

/** One may be part of another: as it is, and percent-encoded. */
function longestFirst(one: string, other: string): number {
  return other.length - one.length;
}

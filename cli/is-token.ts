/** Whether a text can be a token: what may stand behind `Bearer`. */

export function isToken(text: string): boolean {
  return /^[A-Za-z0-9._~+/-]+=*$/.test(text);
}

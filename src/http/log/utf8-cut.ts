/** Where bytes of UTF-8 can be cut without cutting a character. */

/** How many bytes at the end are the beginning of a character whose rest is missing: 0 to 3. */
export function incompleteTail(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const tail = bytes.subarray(bytes.length - length);
    const lead = tail[0] ?? 0;
    if (isContinuation(lead)) continue;
    return isBeginning(tail) ? length : 0;
  }
  return 0;
}

/** The first cut at `least` bytes or more that cuts no character; all bytes where there is none. */
export function nextCut(bytes: Uint8Array, least: number): number {
  for (let cut = least; cut < bytes.length; cut++) if (incompleteTail(bytes.subarray(0, cut)) === 0) return cut;
  return bytes.length;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Whether more bytes can make a character of these. The decoder knows best: it waits for the rest instead of giving up. */
function isBeginning(bytes: Uint8Array): boolean {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }) === '';
}

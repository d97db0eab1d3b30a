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

/** The cut next to `wanted` that cuts no character and leaves at least one before it; 0 where there is none. */
export function cutNear(bytes: Uint8Array, wanted: number): number {
  // Backwards by what is missing of the last character; only where that leaves nothing, a byte further.
  for (let end = wanted; end <= bytes.length; end++) {
    const cut = end - incompleteTail(bytes.subarray(0, end));
    if (cut > 0) return cut;
  }
  return 0;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Whether more bytes can make a character of these. The decoder knows best: it waits for the rest instead of giving up. */
function isBeginning(bytes: Uint8Array): boolean {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }) === '';
}

/** The time now as ISO 8601, for whoever asks many times a second. */

/** Only the milliseconds are made each time: the whole of it costs as much as all else that is told of a transition. */
export function openTimeText(): () => string {
  let madeOf = Number.NaN;
  let begin = '';
  return () => {
    const nowMs = Date.now();
    const second = Math.floor(nowMs / 1000);
    if (second !== madeOf) begin = new Date(second * 1000).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss.'.length);
    madeOf = second;
    return `${begin}${String(nowMs - second * 1000).padStart(3, '0')}Z`;
  };
}

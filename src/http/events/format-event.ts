/** The text form of a server-sent event, as the HTML standard has it. */

export interface StreamEvent {
  /** What a client sends as Last-Event-ID when it comes back; left out where it keeps the one before. */
  readonly id?: string;
  /** Left out for a plain message. */
  readonly event?: string;
  /** Sent as JSON, which has no line break in it. */
  readonly data: unknown;
}

export function formatEvent({ id, event, data }: StreamEvent): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return `${head}data: ${JSON.stringify(data)}\n\n`;
}

/** The same with one more member of the data, an object that has some, whose JSON is there already. */
export function formatEventWith(event: StreamEvent, member: string, json: string | Buffer): Buffer {
  const text = formatEvent(event);
  const end = text.lastIndexOf('}');
  const before = `${text.slice(0, end)},${JSON.stringify(member)}:`;
  return Buffer.concat([
    Buffer.from(before),
    typeof json === 'string' ? Buffer.from(json) : json,
    Buffer.from(text.slice(end)),
  ]);
}

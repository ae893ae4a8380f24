export interface Message {
  /** Empty for a client's first message, which has no type. */
  type: string;
  bytes: Buffer;
}

/**
 * Splits a stream of PostgreSQL's protocol into messages: one byte for the type, then a length that includes itself.
 */
export function createMessageReader(startsUntyped: boolean, read: (message: Message) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isTyped = !startsUntyped;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const head = isTyped ? 1 : 0;
      if (rest.length < head + 4) return;
      const size = head + rest.readInt32BE(head);
      if (rest.length < size) return;
      const bytes = rest.subarray(0, size);
      const type = isTyped ? String.fromCharCode(bytes[0] ?? 0) : '';
      rest = rest.subarray(size);
      isTyped = true;
      read({ type, bytes });
    }
  };
}

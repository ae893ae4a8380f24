import type { Envelope } from '../../contract/call';

/** The contract's envelope of a call that went well. */
export function answer<T>(records: T, message = ''): Envelope<T> {
  return { status: 200, success: true, message, records };
}

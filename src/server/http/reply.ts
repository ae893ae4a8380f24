export interface Answer<T> {
  status: number;
  success: true;
  message: string;
  records: T;
}

/** The contract's envelope of a call that went well. */
export function answer<T>(records: T, message = ''): Answer<T> {
  return { status: 200, success: true, message, records };
}

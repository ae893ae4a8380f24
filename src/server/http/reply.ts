interface Answer<T> {
  status: number;
  success: true;
  message: string;
  records: T;
}

/** The contract's envelope of a call that went well. */
export function answer<T>(records: T, message = ''): Answer<T> {
  return { status: 200, success: true, message, records };
}

/** The route schema of a small body: these members, and no others. */
export function bodyOf(required: Record<string, object>, optional: Record<string, object> = {}) {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

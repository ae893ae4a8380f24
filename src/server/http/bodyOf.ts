/** The route schema of a small body: these members, and no others. */
export function bodyOf(required: Record<string, object>, optional: Record<string, object> = {}) {
  return {
    type: 'object',
    additionalProperties: false,
    required: Object.keys(required),
    properties: { ...required, ...optional },
  };
}

const DRAWING = 'data:image/png;base64,iVBORw0KGgo=';

/** Replaces each `{ "document": … }` with a stored file's path, and each `{ "drawing": … }` with a picture. */
export function fillPersona(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fillPersona);
  if (typeof value !== 'object' || value === null) return value;
  if ('document' in value) return `applications/1/${String(value.document)}`;
  if ('drawing' in value) return DRAWING;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillPersona(member)]));
}

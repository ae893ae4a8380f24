import { hash } from 'node:crypto';
import { isRecord } from '../../model/paths';

/**
 * JSON with the members of every object in the order of their names, so that the same content gives the same text.
 *
 *     canonical({ b: 1, a: ['x'] }) → '{"a":["x"],"b":1}'
 */
export function canonical(value: unknown): string {
  return JSON.stringify(sorted(value));
}

/** `sha256('')` → 'e3b0c442…', 64 hexadecimal digits. */
export function sha256(content: string | Buffer): string {
  return hash('sha256', content);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

import { isRecord } from '../../model/paths';
import type { SchemaNode } from '../../model/types';

/** The given answers with every `readOnly` field as it is stored, whatever was sent; rows are matched by `id`, else by place. */
export function keepReadOnly(schema: SchemaNode, given: unknown, stored: unknown): unknown {
  if (schema.readOnly) return stored;
  if (Array.isArray(given)) return given.map((row, n) => keepReadOnly(schema.items ?? {}, row, twin(row, n, stored)));
  if (!isRecord(given)) return given;
  const out: Record<string, unknown> = { ...given };
  for (const [name, node] of Object.entries(schema.properties ?? {})) {
    const value = keepReadOnly(node, given[name], isRecord(stored) ? stored[name] : undefined);
    if (value === undefined) delete out[name];
    else out[name] = value;
  }
  return out;
}

function twin(row: unknown, place: number, stored: unknown): unknown {
  if (!Array.isArray(stored)) return undefined;
  if (!isRecord(row) || row.id === undefined) return stored[place];
  return stored.find((one) => isRecord(one) && one.id === row.id);
}

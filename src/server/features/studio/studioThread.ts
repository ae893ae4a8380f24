import type { FileChanges } from '../../../model/studio/roles';
import { bounds, isDeep } from '../../../model/validation/bounds';
import type { SchemaWork } from '../../forms/schemaWork';
import { describeLimit, REQUEST_MS, schemaThread, WorkLimitError } from '../../forms/schemaWorker';
import { createRejection } from './studioErrors';

/** Runs work in the schema thread. Throws `heldBack` if it needs too much time or memory. */
export async function runForRequest<Kind extends keyof SchemaWork>(
  kind: Kind,
  input: Parameters<SchemaWork[Kind]>[0],
  file = '',
): Promise<ReturnType<SchemaWork[Kind]>> {
  return schemaThread.run(kind, input, REQUEST_MS).catch((error) => {
    throw error instanceof WorkLimitError ? createRejection([describeLimit(file, error)]) : error;
  });
}

export function assertDepth(changes: FileChanges = {}): void {
  const deep = Object.keys(changes).filter((file) => isDeep(changes[file] ?? ''));
  const fix = `Nest objects and lists at most ${bounds.depth} levels deep.`;
  if (deep.length > 0) throw createRejection(deep.map((file) => ({ code: 'too-deep', file, path: '', line: 1, fix })));
}

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Flow } from '../../src/model/types';
import { petsStep } from '../edits/petsStep';
import { readSchemaFiles } from './schemaFiles';

/** A copy of schemas/ with files more, or others, by their path there; `remove` it afterwards. */
export async function schemaFolder(files: Record<string, unknown>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'schemas-'));
  await cp(path.join(import.meta.dirname, '../../schemas'), folder, { recursive: true });
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), JSON.stringify(content, null, 2));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** The application's flow with that step before the payment. */
export function flowWithPets(): Flow {
  const flow = readSchemaFiles()['flows/application.json'] as Flow;
  return { ...flow, steps: [...flow.steps.slice(0, -1), petsStep, ...flow.steps.slice(-1)] };
}

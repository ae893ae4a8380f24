import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Flow } from '../../src/model/types';
import { petsStep } from '../edits/petsStep';
import { readSchemaFiles } from './schemaFiles';

/** Copies schemas/ with additional or changed files by path. `remove` it afterward. */
export async function schemaFolder(files: Record<string, unknown>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'schemas-'));
  await cp(path.join(import.meta.dirname, '../../schemas'), folder, { recursive: true });
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), JSON.stringify(content, null, 2));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** Returns the application's flow with a step added before payment. */
export function flowWithPets(): Flow {
  const flow = readSchemaFiles()['flows/application.json'] as Flow;
  return { ...flow, steps: [...flow.steps.slice(0, -1), petsStep, ...flow.steps.slice(-1)] };
}

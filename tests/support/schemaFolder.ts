import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Flow, Step } from '../../src/model/types';
import { readSchemaFiles } from './schemaFiles';

/** A copy of schemas/ with files more, or others, by their path there; `remove` it afterwards. */
export async function schemaFolder(files: Record<string, unknown>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'schemas-'));
  await cp(path.join(import.meta.dirname, '../../schemas'), folder, { recursive: true });
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), JSON.stringify(content, null, 2));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

/** A step that the product does not have, with a section of its own and without calls of its own. */
export const petsStep: Step = {
  id: 'pets',
  signed: true,
  route: '/identification/pets',
  viewRoute: '/view/pets',
  title: 'Your pets',
  heading: 'Pets',
  status: 'pets_status',
  incomplete: 'Please complete Your pets.',
  sections: [{ section: 'pets', anchor: 'pets', tab: 'Pets', title: 'Pets', body: 'pets' }],
};

/** The files of that section. */
export const petsSection = {
  'pets.schema.json': {
    $schema: './meta/section.schema.json',
    title: 'Pets',
    type: 'object',
    additionalProperties: false,
    required: ['pet_name'],
    properties: {
      pet_name: {
        title: 'Name of your pet',
        type: 'string',
        'x-pii': 'none',
        maxLength: 40,
        errorMessage: { maxLength: 'At most 40 characters' },
      },
    },
  },
  'pets.ui.json': { $schema: './meta/ui.schema.json', pet_name: { 'ui:autocomplete': 'off' } },
};

/** The application's flow with that step before the payment. */
export function flowWithPets(): Flow {
  const flow = readSchemaFiles()['flows/application.json'] as Flow;
  return { ...flow, steps: [...flow.steps.slice(0, -1), petsStep, ...flow.steps.slice(-1)] };
}

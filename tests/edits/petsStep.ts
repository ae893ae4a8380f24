import type { Step } from '../../src/model/types';

/** A step that the app doesn't have. Its section has a different name, and the general calls read and save it. */
export const petsStep: Step = {
  id: 'pets',
  signed: true,
  route: '/identification/pets',
  viewRoute: '/view/pets',
  title: 'Your pets',
  heading: 'Pets',
  status: 'pets_status',
  incomplete: 'Please complete Your pets.',
  sections: [{ section: 'their-pets', anchor: 'pets', tab: 'Pets', title: 'Pets', body: 'pets' }],
};

/** Files of that section. */
export const petsSection = {
  'their-pets.schema.json': {
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
  'their-pets.ui.json': { $schema: './meta/ui.schema.json', pet_name: { 'ui:autocomplete': 'off' } },
};

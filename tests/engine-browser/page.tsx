import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SectionForm } from '../../src/engine/SectionForm';
import { createTheme } from '../../src/engine/theme/system';
import type { AddressSuggestion, FormServices } from '../../src/model/formContext';
import type { Answers, Checker, ServedSection } from '../../src/model/types';
import { createChecker } from '../../src/model/validation/checker';

const system = createTheme();

const text = (title: string) => ({ type: 'string' as const, title });

const section: ServedSection = {
  name: 'home',
  schema: {
    type: 'object',
    properties: {
      street: text('Street'),
      city: text('City'),
      state: text('State'),
      zip: text('ZIP code'),
      phone: text('Phone'),
      rent: { type: 'number', title: 'Rent' },
    },
  },
  ui: {
    'ui:order': ['street', 'city', 'state', 'zip', 'phone', 'rent'],
    street: {
      'ui:widget': 'AddressSearch',
      'ui:options': { fills: { street: 'street', city: 'city', state: 'state', zip: 'zip' } },
    },
    phone: { 'ui:widget': 'Phone' },
    rent: { 'ui:widget': 'Currency' },
  },
  rules: [],
  removed: [],
  validator: '/no-rules.js',
};

/** Accepts any answers, because these tests are about typing. */
const checker: Checker = createChecker(section, { validate: () => true });

const suggestion: AddressSuggestion = {
  label: '12 Oak St, Austin, TX 78701',
  street: '12 Oak St',
  houseNumber: '12',
  unit: '',
  city: 'Austin',
  state: 'TX',
  zip: '78701',
};
const noDocuments: [] = [];
const services: FormServices = {
  suggestAddresses: async () => [suggestion],
  documents: {
    list: () => noDocuments,
    subscribe: () => () => undefined,
    upload: () => Promise.reject(new Error('Nothing is uploaded here')),
    cancelUpload: async () => undefined,
    remove: async () => undefined,
    address: async () => '',
  },
  sources: { add: async () => ({ id: 1 }), remove: async () => undefined },
  confirm: async () => true,
  alert: async () => undefined,
  announce: () => undefined,
};

const page = { answers: {} as Answers };
Object.assign(window, { page });
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ChakraProvider value={system}>
      <SectionForm
        section={section}
        checker={checker}
        context={{ today: '2026-11-21' }}
        services={services}
        initial={{}}
        mode="debounced"
        onChange={(answers) => {
          page.answers = answers;
        }}
      />
    </ChakraProvider>
  </StrictMode>,
);

import '@fontsource-variable/public-sans/wght.css';
import 'virtual:theme.css';
import { served } from 'virtual:section';
import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { createRoot } from 'react-dom/client';
import { loadChecker } from '../../src/engine/loadChecker';
import { SectionForm, type SectionFormProps } from '../../src/engine/SectionForm';
import { createTheme } from '../../src/engine/theme/system';
import type { FormServices } from '../../src/model/formContext';
import type { Answers } from '../../src/model/types';

const system = createTheme();

const noDocuments: [] = [];

/** Typing needs no files and no dialogs. */
const services: FormServices = {
  suggestAddresses: async () => [],
  documents: {
    list: () => noDocuments,
    subscribe: () => () => undefined,
    upload: () => Promise.reject(new Error('The bench uploads nothing')),
    cancelUpload: async () => undefined,
    remove: async () => undefined,
    address: async () => '',
  },
  sources: { add: async () => ({ id: 0 }), remove: async () => undefined },
  confirm: async () => false,
  alert: async () => undefined,
  announce: () => undefined,
};

export async function mountEngine(root: HTMLElement, answers: Answers, mode: SectionFormProps['mode']): Promise<void> {
  const checker = await loadChecker(served);
  createRoot(root).render(
    <ChakraProvider value={system}>
      <SectionForm
        section={served}
        checker={checker}
        context={{ today: '2026-11-21' }}
        services={services}
        initial={answers}
        mode={mode}
      />
    </ChakraProvider>,
  );
}

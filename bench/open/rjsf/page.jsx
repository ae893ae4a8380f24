import { schema } from 'virtual:section';
import { ChakraProvider, defaultSystem } from '@chakra-ui/react';
import Form from '@rjsf/chakra-ui';
import validator from '@rjsf/validator-ajv8';
import { createRoot } from 'react-dom/client';
import { standardSchema } from '../../typing/standardSchema';

// As the packages' documentation has it: the whole system, the theme, its validator.
createRoot(document.getElementById('root')).render(
  <ChakraProvider value={defaultSystem}>
    <Form schema={standardSchema(schema)} validator={validator} />
  </ChakraProvider>,
);

import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { createTheme } from '../../src/engine/theme/system';

const system = createTheme();

/** Provides the theme for components rendered without the app: `render(<Thing />, { wrapper: InTheme })`. */
export function InTheme({ children }: { children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
}

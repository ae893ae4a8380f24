import { ChakraProvider } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { createTheme } from '../../src/engine/theme/system';

const system = createTheme();

/** Around what is drawn by itself, without the app that lends it the theme: `render(<Thing />, { wrapper: InTheme })`. */
export function InTheme({ children }: { children: ReactNode }) {
  return <ChakraProvider value={system}>{children}</ChakraProvider>;
}

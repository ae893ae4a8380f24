import { ChakraProvider } from '@chakra-ui/react/styled-system';
import { renderToStaticMarkup } from 'react-dom/server';
import { system } from './system';

/** The style sheet of the theme: reset, tokens and class names as Chakra writes them, for a file instead of a script. Runs at build time. */
export function renderTheme(): string {
  const page = renderToStaticMarkup(
    <ChakraProvider value={system}>
      <i />
    </ChakraProvider>,
  );
  const sheets = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css);
  if (sheets.length === 0) throw new Error('Chakra rendered no style sheet for the theme');
  return sheets.join('\n');
}

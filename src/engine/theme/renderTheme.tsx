import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { ChakraProvider, createSystem, defineKeyframes } from '@chakra-ui/react/styled-system';
import { renderToStaticMarkup } from 'react-dom/server';
import { buttons } from './buttons';
import { choices } from './choices';
import { controls } from './controls';
import { calendar, feedback } from './feedback';
import { files } from './files';
import { lists } from './lists';
import { page } from './page';
import { look } from './system';
import { widgetParts } from './widgetParts';

const keyframes = defineKeyframes({
  'rp-turn': { to: { transform: 'rotate(1turn)' } },
  'rp-breathe': { '50%': { opacity: '0.5' } },
});

const sheet = createSystem(defaultBaseConfig, {
  ...look,
  preflight: true,
  theme: { ...look.theme, keyframes },
  globalCss: {
    ...page,
    ...controls,
    ...choices,
    ...buttons,
    ...lists,
    ...feedback,
    ...widgetParts,
    ...calendar,
    ...files,
  },
});

/** The style sheet of the theme: reset, tokens and class names as Chakra writes them, for a file instead of a script. Runs at build time. */
export function renderTheme(): string {
  const page = renderToStaticMarkup(
    <ChakraProvider value={sheet}>
      <i />
    </ChakraProvider>,
  );
  const sheets = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css);
  if (sheets.length === 0) throw new Error('Chakra rendered no style sheet for the theme');
  return sheets.join('\n');
}

import { createSystem, defaultBaseConfig } from '@chakra-ui/react';
import { buttons } from './buttons';
import { calendar } from './calendar';
import { choices } from './choices';
import { controls } from './controls';
import { feedback } from './feedback';
import { files } from './files';
import { lists } from './lists';
import { page } from './page';
import { recipes } from './recipes';
import { tokens } from './tokens';
import { widgetParts } from './widgetParts';

/** The look of the whole product: Chakra's machinery with our few tokens and class names instead of its default theme. */
export const system = createSystem(defaultBaseConfig, {
  preflight: true,
  cssVarsPrefix: 'rp',
  cssVarsRoot: ':where(html)',
  theme: { breakpoints: { sm: '480px', md: '766px', lg: '1280px' }, tokens, recipes },
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

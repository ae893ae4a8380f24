import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import {
  ChakraProvider,
  createSystem,
  defineKeyframes,
  type SlotRecipeConfig,
  type SystemStyleObject,
} from '@chakra-ui/react/styled-system';
import { renderToStaticMarkup } from 'react-dom/server';
import { accordion } from './accordion';
import { buttons } from './buttons';
import { choices } from './choices';
import { controls } from './controls';
import { files } from './files';
import { frame } from './frame';
import { lists } from './lists';
import { feedback, page } from './page';
import { print, unfolded } from './print';
import { steps } from './steps';
import { themeConfig } from './system';
import { calendar, widgetParts } from './widgetParts';

const keyframes = defineKeyframes({
  'rp-turn': { to: { transform: 'rotate(1turn)' } },
  'rp-breathe': { '50%': { opacity: '0.5' } },
});

const sheet = createSystem(defaultBaseConfig, {
  ...themeConfig,
  preflight: true,
  theme: { ...themeConfig.theme, keyframes },
  globalCss: {
    ...page,
    ...recipeClasses(frame),
    ...recipeClasses(steps),
    ...recipeClasses(accordion),
    ...controls,
    ...choices,
    ...buttons,
    ...lists,
    ...feedback,
    ...widgetParts,
    ...calendar,
    ...files,
    ...print,
  },
});

/** Renders the style sheet for `themePlugin`. */
export function renderTheme(): string {
  const page = renderToStaticMarkup(
    <ChakraProvider value={sheet}>
      <i />
    </ChakraProvider>,
  );
  const sheets = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css);
  if (sheets.length === 0) throw new Error('Chakra rendered no style sheet for the theme');
  return [unfolded, ...sheets].join('\n');
}

interface Recipe extends Pick<SlotRecipeConfig, 'className'> {
  base?: Partial<Record<string, SystemStyleObject>>;
  variants?: Record<string, Record<string, Partial<Record<string, SystemStyleObject>>>>;
}

/**
 * Returns a recipe's styles by class name (`.rp-steps__list`), so that the server's HTML can use them without a script.
 */
function recipeClasses({ className, base = {}, variants = {} }: Recipe): Record<string, SystemStyleObject> {
  const recipeClass = (slot: string) => `.${className}__${slot}`;
  const rules = Object.entries(base).map(([slot, style]) => [recipeClass(slot), style]);
  const ofVariants = Object.entries(variants).flatMap(([variant, values]) =>
    Object.entries(values).flatMap(([value, slots]) =>
      Object.entries(slots).map(([slot, style]) => [`${recipeClass(slot)}[data-${variant}=${value}]`, style]),
    ),
  );
  return Object.fromEntries([...rules, ...ofVariants]);
}

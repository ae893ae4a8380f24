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
import { steps } from './steps';
import { look } from './system';
import { calendar, widgetParts } from './widgetParts';

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
    ...classesOf(frame),
    ...classesOf(steps),
    ...classesOf(accordion),
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

/** A slot recipe of which any slot may have nothing. */
interface Recipe extends Pick<SlotRecipeConfig, 'className'> {
  base?: Partial<Record<string, SystemStyleObject>>;
  variants?: Record<string, Record<string, Partial<Record<string, SystemStyleObject>>>>;
}

/**
 * The classes of a slot recipe under the names that Chakra gives them (`rp-steps__list`), for the style sheet of the build: what is
 * drawn with them needs no script, and the server's HTML can have them too. A variant is a data attribute of the slot.
 */
function classesOf({ className, base = {}, variants = {} }: Recipe): Record<string, SystemStyleObject> {
  const classOf = (slot: string) => `.${className}__${slot}`;
  const rules = Object.entries(base).map(([slot, style]) => [classOf(slot), style]);
  const ofVariants = Object.entries(variants).flatMap(([variant, values]) =>
    Object.entries(values).flatMap(([value, slots]) =>
      Object.entries(slots).map(([slot, style]) => [`${classOf(slot)}[data-${variant}=${value}]`, style]),
    ),
  );
  return Object.fromEntries([...rules, ...ofVariants]);
}

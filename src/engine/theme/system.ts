import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineSemanticTokens, defineTokens } from '@chakra-ui/react/styled-system';
import { recipes } from './recipes';
import { slotRecipes } from './slotRecipes';

const both = (base: string, _osDark: string) => ({ value: { base, _osDark } });

/** Contrast with `paper`: at least 7:1 for `ink`, `muted`, `error` and `good`, and at least 3:1 for `edge`. */
const semanticTokens = defineSemanticTokens({
  colors: {
    ink: both('#1b2430', '#eef2f7'),
    muted: both('#4a5563', '#b4bfcc'),
    edge: both('#667382', '#8793a3'),
    hair: both('#dde2e8', '#2f3a47'),
    surface: both('#f4f6f8', '#1b232c'),
    paper: both('#ffffff', '#12181f'),
    accent: { value: 'var(--rp-accent)' },
    accentInk: { value: 'var(--rp-accent-ink)' },
    accentText: both('var(--rp-accent-text)', 'var(--rp-accent-dark)'),
    focus: both('#0b4fb3', '#8cc0ff'),
    error: both('#a61b12', '#ffb4ab'),
    errorSurface: both('#fdf2f1', '#331c1a'),
    good: both('#14633a', '#86d9a8'),
    goodSurface: both('#eff8f2', '#14281c'),
    fair: { value: '#e0a100' },
    shade: both('rgb(15 23 33 / 0.55)', 'rgb(0 0 0 / 0.7)'),
    /** White in dark mode too, behind logos and signatures. */
    sheet: { value: '#ffffff' },
  },
});

const tokens = defineTokens({
  fonts: {
    body: { value: "'Public Sans Variable', system-ui, -apple-system, 'Segoe UI', sans-serif" },
    heading: { value: "'Public Sans Variable', system-ui, -apple-system, 'Segoe UI', sans-serif" },
  },
  fontSizes: {
    small: { value: '0.9375rem' },
    body: { value: '1.0625rem' },
    large: { value: '1.1875rem' },
    title3: { value: '1.25rem' },
    title2: { value: 'clamp(1.375rem, 1.25rem + 0.6vw, 1.625rem)' },
    // 8.2vw fits the longest one-word heading on a 320 px screen.
    title1: { value: 'min(clamp(1.75rem, 1.5rem + 1.2vw, 2.25rem), 8.2vw)' },
  },
  fontWeights: { normal: { value: '400' }, medium: { value: '550' }, bold: { value: '680' } },
  lineHeights: { tight: { value: '1.2' }, snug: { value: '1.35' }, body: { value: '1.55' } },
  spacing: {
    1: { value: '0.25rem' },
    2: { value: '0.5rem' },
    3: { value: '0.75rem' },
    4: { value: '1rem' },
    5: { value: '1.5rem' },
    6: { value: '2rem' },
    7: { value: '3rem' },
    8: { value: '4rem' },
  },
  sizes: {
    control: { value: '3rem' },
    column: { value: '45rem' },
    tick: { value: '1.75rem' },
    icon: { value: '1.25rem' },
  },
  radii: { control: { value: '0.375rem' }, card: { value: '0.625rem' } },
});

export const themeConfig = {
  cssVarsPrefix: 'rp',
  cssVarsRoot: ':where(html)',
  theme: { breakpoints: { sm: '480px', md: '766px', lg: '1280px' }, tokens, semanticTokens, recipes, slotRecipes },
};

/** Omits global styles, because they're in the built style sheet. */
export const createTheme = () => ({ ...createSystem(defaultBaseConfig, themeConfig), _global: [] });

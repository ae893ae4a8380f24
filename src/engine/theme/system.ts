import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, defineTokens } from '@chakra-ui/react/styled-system';
import { recipes } from './recipes';
import { slotRecipes } from './slotRecipes';

/**
 * The few tokens of the look. Every text colour has at least 7 : 1 on `paper`, every edge of a control at least 3 : 1;
 * the accent comes from the subscriber through CSS variables (see `accentVariables`).
 */
const tokens = defineTokens({
  colors: {
    ink: { value: '#1b2430' },
    muted: { value: '#4a5563' },
    edge: { value: '#667382' },
    hair: { value: '#dde2e8' },
    surface: { value: '#f4f6f8' },
    paper: { value: '#ffffff' },
    accent: { value: 'var(--rp-accent)' },
    accentInk: { value: 'var(--rp-accent-ink)' },
    accentText: { value: 'var(--rp-accent-text)' },
    focus: { value: '#0b4fb3' },
    error: { value: '#a61b12' },
    errorSurface: { value: '#fdf2f1' },
    good: { value: '#14633a' },
    goodSurface: { value: '#eff8f2' },
    fair: { value: '#e0a100' },
    shade: { value: 'rgb(15 23 33 / 0.55)' },
  },
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
    title1: { value: 'clamp(1.75rem, 1.5rem + 1.2vw, 2.25rem)' },
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
  sizes: { control: { value: '3rem' }, column: { value: '45rem' }, tick: { value: '1.75rem' } },
  radii: { control: { value: '0.375rem' }, card: { value: '0.625rem' } },
});

/** What the style sheet of the theme (renderTheme.tsx) and the system at run time have in common. */
export const look = {
  cssVarsPrefix: 'rp',
  cssVarsRoot: ':where(html)',
  theme: { breakpoints: { sm: '480px', md: '766px', lg: '1280px' }, tokens, recipes, slotRecipes },
};

/** Chakra's machinery with our few tokens and recipes instead of its default theme. Reset, tokens and class names stand in a file: it writes none. */
export const system = { ...createSystem(defaultBaseConfig, look), _global: [] };

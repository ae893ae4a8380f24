import { createSystem, defaultBaseConfig, defineGlobalStyles, defineRecipe, defineTokens } from '@chakra-ui/react';
import { buttons } from './buttons';
import { choices } from './choices';
import { controls } from './controls';
import { files } from './files';
import { lists } from './lists';
import { page } from './page';
import { popup } from './surfaces';
import { widgetParts } from './widgetParts';

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

/** The calendar of a date field, a popup below it. */
const calendar = defineGlobalStyles({
  '.rp-calendar': {
    ...popup,
    top: 'calc(100% + 0.25rem)',
    insetInlineEnd: '0',
    width: 'min(20rem, calc(100vw - 2rem))',
    padding: '3',
    borderRadius: 'card',
  },
  '.rp-calendar[data-side=start]': { insetInline: '0 auto' },
  '.rp-calendar-head': { display: 'flex', gap: '1', marginBottom: '2' },
  '.rp-calendar-head .rp-button': { width: '2.5rem', minWidth: '0', minHeight: '2.75rem', fontSize: 'title3' },
  '.rp-calendar-head .rp-control': {
    minHeight: '2.75rem',
    paddingInline: '0.5rem 1.25rem',
    backgroundPosition: 'right 0.75rem center, right 0.375rem center',
    flex: '1',
    minWidth: '0',
    fontSize: '1rem',
  },
  '.rp-calendar-head .rp-control:first-of-type': { flex: '1.45' },
  '.rp-calendar-month': { width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' },
  '.rp-calendar-month th': { height: '2rem', color: 'muted', fontSize: 'small', fontWeight: 'medium' },
  '.rp-calendar-month td': { padding: '0' },
  '.rp-calendar-month button': {
    width: '100%',
    minHeight: '2.5rem',
    borderRadius: 'control',
    border: '1px solid transparent',
    cursor: 'pointer',
  },
  '.rp-calendar-month button:hover': { bg: 'surface' },
  '.rp-calendar-month button[aria-current=date]': { borderColor: 'edge' },
  '.rp-calendar-month [aria-selected=true] button': { bg: 'accent', color: 'accentInk' },
  '.rp-calendar-month button:disabled': { color: 'edge', textDecoration: 'line-through', cursor: 'not-allowed' },
});

/** What the program says: `.rp-summary` (errors of a section), `.rp-note`, and `.rp-dialog` (a native dialog). */
const feedback = defineGlobalStyles({
  '.rp-summary': {
    border: '3px solid',
    borderColor: 'error',
    borderRadius: 'control',
    padding: { base: '4', md: '5' },
    marginBottom: '6',
  },
  '.rp-summary :is(h2, h3)': { marginBottom: '3' },
  '.rp-summary ul': { display: 'grid', gap: '2', listStyle: 'none' },
  '.rp-summary a': { color: 'error', fontWeight: 'medium', textDecoration: 'underline', textUnderlineOffset: '0.18em' },
  '.rp-note': { borderInlineStart: '4px solid', borderColor: 'edge', bg: 'surface', padding: '4', marginBottom: '5' },
  '.rp-note[data-kind=good]': { borderColor: 'good', bg: 'goodSurface' },
  '.rp-note[data-kind=error]': { borderColor: 'error', bg: 'errorSurface' },
  '.rp-dialog': {
    width: 'min(34rem, calc(100vw - 2rem))',
    maxHeight: 'calc(100dvh - 2rem)',
    margin: 'auto',
    padding: { base: '5', md: '6' },
    border: '1px solid transparent',
    borderRadius: 'card',
    bg: 'paper',
    color: 'ink',
    overflow: 'auto',
    boxShadow: '0 1.25rem 3rem rgb(15 23 33 / 0.25)',
  },
  '.rp-dialog::backdrop': { bg: 'shade' },
  '.rp-dialog .rp-buttons': { marginTop: '5' },
});

/** The recipes for the Chakra components in use; everything else wears class names. */
const recipes = {
  heading: defineRecipe({
    className: 'chakra-heading',
    base: { fontFamily: 'heading', fontWeight: 'bold', lineHeight: 'tight' },
    variants: { size: { lg: { fontSize: 'title1' }, md: { fontSize: 'title2' }, sm: { fontSize: 'title3' } } },
    defaultVariants: { size: 'md' },
  }),
  link: defineRecipe({
    className: 'chakra-link',
    base: { color: 'accentText', textDecoration: 'underline', textUnderlineOffset: '0.18em' },
  }),
};

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

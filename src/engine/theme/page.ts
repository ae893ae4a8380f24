import { defineGlobalStyles } from '@chakra-ui/react/styled-system';
import { accentVariables, defaultAccent } from '../../model/format/accent';
import { focusRing } from './surfaces';
import { UNSEEN } from './unseen';

export const page = defineGlobalStyles({
  ':root': accentVariables(defaultAccent),
  html: {
    color: 'ink',
    bg: 'paper',
    fontFamily: 'body',
    lineHeight: 'body',
    colorScheme: 'light dark',
    textSizeAdjust: '100%',
    scrollPaddingTop: '6rem',
    scrollPaddingBottom: '6rem',
  },
  body: { fontSize: 'body', minWidth: '20rem', fontVariantNumeric: 'lining-nums' },
  'h1, h2, h3': {
    fontFamily: 'heading',
    fontWeight: 'bold',
    lineHeight: 'tight',
    letterSpacing: '-0.012em',
    textWrap: 'balance',
  },
  h1: { fontSize: 'title1', marginBottom: { base: '2', md: '5' } },
  h2: { fontSize: 'title2', marginBottom: '4' },
  h3: { fontSize: 'title3', marginBottom: '3' },
  'a:not([class])': {
    color: 'accentText',
    textDecoration: 'underline',
    textUnderlineOffset: '0.18em',
    textDecorationThickness: '1px',
  },
  'a:not([class]):hover': { textDecorationThickness: '3px' },
  ':focus-visible': focusRing,
  '::selection': { bg: 'accent', color: 'accentInk' },
  '.rp-unseen': { ...UNSEEN, whiteSpace: 'nowrap' },
  // Without a session, the server's HTML is shown until the page is rendered.
  ':root[data-session] #first': { display: 'none' },
  ':root:not([data-session]) #first + #root': { position: 'absolute', inset: '0', opacity: '0' },
  // Hides content below a skeleton of unknown height. Without `data-holding` (Skeleton.tsx), Chromium sometimes left
  // the footer hidden.
  ':root[data-holding] .rp-frame__root :is([data-holds], :has([data-holds])) ~ *': { display: 'none' },
  '*, ::before, ::after': {
    '@media (prefers-reduced-motion: reduce)': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
});

export const feedback = defineGlobalStyles({
  '.rp-summary': {
    border: '3px solid',
    borderColor: 'error',
    borderRadius: 'control',
    padding: { base: '4', md: '5' },
    marginBottom: { base: '4', md: '6' },
  },
  '.rp-summary :is(h2, h3)': { marginBottom: '3' },
  '.rp-summary ul': { display: 'grid', gap: '2', listStyle: 'none' },
  '.rp-summary a': { color: 'error', fontWeight: 'medium', textDecoration: 'underline', textUnderlineOffset: '0.18em' },
  '.rp-note': {
    borderInlineStart: '4px solid',
    borderColor: 'edge',
    bg: 'surface',
    padding: { base: '3', md: '4' },
    marginBottom: { base: '4', md: '5' },
  },
  '.rp-note[data-kind=good]': { borderColor: 'good', bg: 'goodSurface' },
  '.rp-note[data-kind=error]': { borderColor: 'error', bg: 'errorSurface' },
});

import { defineGlobalStyles } from '@chakra-ui/react/styled-system';
import { accentVariables, defaultAccent } from '../../model/accent';
import { focusRing } from './focus';

/** The page: type, headings, links, focus, and what is for screen readers alone (`.rp-unseen`). */
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
  h1: { fontSize: 'title1', marginBottom: '5' },
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
  '.rp-unseen': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  '*, ::before, ::after': {
    '@media (prefers-reduced-motion: reduce)': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  },
});

import { defineGlobalStyles } from '@chakra-ui/react';

/** What the program says: `.rp-summary` (errors of a section), `.rp-note`, and `.rp-dialog` (a native dialog). */
export const feedback = defineGlobalStyles({
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

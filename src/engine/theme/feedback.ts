import { defineGlobalStyles } from '@chakra-ui/react/styled-system';
import { popup } from './surfaces';

/** The calendar of a date field, a popup below it. */
export const calendar = defineGlobalStyles({
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

/** What the program says: `.rp-summary` (errors of a section) and `.rp-note`. */
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
});

import { defineGlobalStyles, type SystemStyleObject } from '@chakra-ui/react/styled-system';
import { focusRing } from './surfaces';

export const controlStyles = {
  width: '100%',
  minHeight: { base: '2.75rem', md: 'control' },
  padding: { base: '0.5rem 0.75rem', md: '0.625rem 0.75rem' },
  border: '1px solid',
  borderColor: 'edge',
  borderRadius: 'control',
  bg: 'paper',
  color: 'ink',
  fontSize: 'body',
  lineHeight: 'snug',
  '&:hover': { borderColor: 'ink' },
  '&:focus': {
    ...focusRing,
    outlineOffset: '0',
    borderColor: 'ink',
    boxShadow: 'inset 0 0 0 1px {colors.paper}',
  },
  '&[aria-invalid=true]': { borderColor: 'error', borderWidth: '2px' },
  '&:disabled': { bg: 'surface', borderColor: 'hair', color: 'muted', cursor: 'not-allowed', opacity: '1' },
  // Looks like text, because a gray box looks like a field that doesn't work.
  '&[readonly]': {
    minHeight: '0',
    padding: '0',
    border: '0',
    bg: 'transparent',
    fontWeight: 'medium',
  },
  '&::placeholder': { color: 'muted', opacity: '1' },
} satisfies SystemStyleObject;

/** The arrow at the end of a select. */
export const arrowStyles = {
  position: 'absolute',
  insetInlineEnd: '0.75rem',
  top: '50%',
  transform: 'translateY(-50%)',
  pointerEvents: 'none',
  color: 'ink',
  width: 'icon',
  height: 'icon',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '2px',
} satisfies SystemStyleObject;

/** A field is `.rp-field`. It contains `.rp-label`, `.rp-help`, `.rp-error` and the control. */
export const controls = defineGlobalStyles({
  '.rp-field': { display: 'flex', flexDirection: 'column', minWidth: '0', marginBottom: { base: '3', md: '5' } },
  '.rp-field[data-invalid]': { borderInlineStart: '4px solid', borderColor: 'error', paddingInlineStart: '4' },
  '.rp-field[data-answer=code] > .rp-control': { maxWidth: '8rem' },
  '.rp-field:is([data-answer=amount], [data-answer=date]) > :is(.rp-control, .rp-date)': { maxWidth: '12rem' },
  '.rp-field[data-answer=number] > :is(.rp-control, .rp-ssn)': { maxWidth: '14rem' },
  // An answer that can't be changed has the same style as a derived amount.
  '.rp-field:has(> .rp-control[readonly]) > .rp-label': {
    marginBottom: '0',
    color: 'muted',
    fontWeight: 'normal',
    fontSize: 'small',
  },
  '.rp-folded': {
    marginTop: { base: '-3', md: '-6' },
    marginBottom: { base: '3', md: '4' },
    marginInlineStart: '2.5rem',
    color: 'muted',
    overflowWrap: 'break-word',
  },
  '.rp-label': { fontWeight: 'medium', lineHeight: 'snug', marginBottom: { base: '1', md: '2' } },
  '.rp-help': { color: 'muted', fontSize: 'small', lineHeight: 'snug', marginBottom: { base: '1', md: '2' } },
  '.rp-error': {
    display: 'flex',
    gap: '2',
    alignItems: 'baseline',
    color: 'error',
    fontWeight: 'medium',
    fontSize: 'small',
    lineHeight: 'snug',
    marginBottom: '2',
  },
  '.rp-error:empty': { display: 'none' },
  '.rp-error::before': {
    // An exclamation mark, escaped because Chakra would read it as '!important'.
    content: '"\\21"',
    flex: 'none',
    width: '1.25em',
    height: '1.25em',
    borderRadius: '50%',
    bg: 'error',
    color: 'paper',
    fontWeight: 'bold',
    lineHeight: '1.25',
    textAlign: 'center',
  },
  '.rp-with-button': { display: 'flex', gap: '2', alignItems: 'stretch', position: 'relative' },
  '.rp-with-button > .rp-control': { flex: '1', minWidth: '0' },
  '.rp-date': { position: 'relative' },
  '.rp-ssn': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  '.rp-ssn > .rp-control': { flex: '1 1 11rem', minWidth: 'min(11rem, 100%)' },
  // Stripe renders its card fields in this element.
  '.rp-control.StripeElement': controlStyles,
});

import { defineGlobalStyles, type SystemStyleObject } from '@chakra-ui/react/styled-system';
import { focusRing } from './surfaces';

/** Styles of a radio button or checkbox: a label with an `<input>` and a `<span>`. */
export const choiceStyles = {
  root: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    minHeight: '2.75rem',
    paddingBlock: '0.5rem',
    cursor: 'pointer',
    lineHeight: '1.75rem',
    width: 'fit-content',
    maxWidth: '100%',
    '.rp-styles &': {
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      alignItems: 'center',
      width: '100%',
      border: '1px solid',
      borderColor: 'hair',
      borderRadius: 'control',
      padding: '2',
      gap: '2',
      '&:has(:checked)': { borderColor: 'accentText' },
    },
    '.rp-tabs &': {
      flex: '1 1 auto',
      justifyContent: 'center',
      width: 'auto',
      paddingInline: { base: '2', sm: '4' },
      borderRadius: 'control',
      textAlign: 'center',
      '&:has(:checked)': { bg: 'paper', fontWeight: 'bold', boxShadow: '0 0 0 1px {colors.edge}' },
      '&:has(:focus-visible)': focusRing,
    },
    '&:has(> input:disabled)': { cursor: 'not-allowed', color: 'muted' },
    '.rp-locked &': { minHeight: '0', paddingBlock: '0', lineHeight: 'snug', '& > span': { color: 'ink' } },
    '&:hover > input:enabled': { borderColor: 'ink' },
  },
  mark: {
    appearance: 'none',
    flex: 'none',
    display: 'grid',
    placeContent: 'center',
    width: 'tick',
    height: 'tick',
    margin: '0',
    border: '2px solid',
    borderColor: 'edge',
    borderRadius: 'control',
    bg: 'paper',
    cursor: 'inherit',
    '@media (forced-colors: active)': { appearance: 'auto', width: '1.5rem', height: '1.5rem' },
    '.rp-locked &': { position: 'absolute', opacity: '0' },
    // Hides the radio button, because the chosen tab has its own style.
    '.rp-tabs &': { '@media not (forced-colors: active)': { position: 'absolute', opacity: '0' } },
    '&[type=radio]': { borderRadius: '50%' },
    '&:checked': { borderColor: 'accentText' },
    '&[type=checkbox]:checked': { bg: 'accentText' },
    '&::before': {
      content: '""',
      visibility: 'hidden',
      '@media (forced-colors: active)': { content: 'none' },
    },
    '&:checked::before': { visibility: 'visible' },
    '&[type=radio]::before': { width: '0.875rem', height: '0.875rem', borderRadius: '50%', bg: 'accentText' },
    '&[type=checkbox]::before': {
      width: '0.875rem',
      height: '0.4375rem',
      borderInlineStart: '3px solid',
      borderBottom: '3px solid',
      borderColor: 'paper',
      transform: 'translateY(-15%) rotate(-45deg)',
    },
    '&:focus-visible': focusRing,
    '&[aria-invalid=true]': { borderColor: 'error' },
    '&:disabled': { bg: 'surface', borderColor: 'hair' },
  },
} satisfies Record<string, SystemStyleObject>;

const unseen = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  clipPath: 'inset(50%)',
  overflow: 'hidden',
} as const;

export const choices = defineGlobalStyles({
  '.rp-choices': { display: 'flex', flexDirection: 'column', gap: '1' },
  '.rp-locked': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '3',
    '& > .rp-help': { margin: '0' },
  },
  '.rp-tabs .rp-choices': {
    flexDirection: 'row',
    flexWrap: 'wrap',
    width: { base: '100%', sm: 'fit-content' },
    padding: '1',
    borderRadius: 'card',
    bg: 'surface',
  },
  '.rp-field:has(> .rp-locked) > .rp-label': unseen,
  // On phones, the label of tabs is only for screen readers.
  '.rp-field:has(> .rp-tabs) > .rp-label': { mdDown: unseen },
  '.rp-choices[data-inline]': { flexDirection: 'row', flexWrap: 'wrap', columnGap: '6' },
});

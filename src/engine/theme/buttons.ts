import { defineGlobalStyles, type SystemStyleObject } from '@chakra-ui/react/styled-system';

const HOVER = '&:hover:not(:disabled, [aria-disabled=true])';

export const buttonStyles = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minHeight: { base: '2.75rem', md: 'control' },
    minWidth: '2.75rem',
    padding: '0.5rem 1.125rem',
    border: '1px solid',
    borderColor: 'edge',
    borderRadius: 'control',
    bg: 'paper',
    color: 'ink',
    fontFamily: 'body',
    fontSize: 'body',
    fontWeight: 'medium',
    lineHeight: 'snug',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    transition: 'background-color 120ms, border-color 120ms',
    [HOVER]: { bg: 'surface', borderColor: 'ink' },
    '&:is(:disabled, [aria-disabled=true])': {
      bg: 'surface',
      color: 'muted',
      borderColor: 'hair',
      cursor: 'not-allowed',
    },
  },
  primary: {
    bg: 'accent',
    color: 'accentInk',
    borderColor: 'transparent',
    paddingInline: '1.5rem',
    [HOVER]: { bg: 'color-mix(in srgb, {colors.accent}, {colors.ink} 14%)', borderColor: 'transparent' },
  },
  danger: { color: 'error', borderColor: 'error', [HOVER]: { bg: 'errorSurface' } },
  link: {
    bg: 'transparent',
    borderColor: 'transparent',
    color: 'accentText',
    paddingInline: '0.25rem',
    textDecoration: 'underline',
    textUnderlineOffset: '0.18em',
    [HOVER]: { bg: 'transparent', borderColor: 'transparent', textDecorationThickness: '3px' },
  },
} satisfies Record<string, SystemStyleObject>;

export const buttons = defineGlobalStyles({
  '.rp-button': buttonStyles.base,
  '.rp-button[data-variant=primary]': buttonStyles.primary,
  '.rp-button[data-variant=danger]': buttonStyles.danger,
  '.rp-button[data-variant=link]': buttonStyles.link,
  '.rp-buttons': { display: 'flex', flexWrap: 'wrap', gap: '3', alignItems: 'center' },
});

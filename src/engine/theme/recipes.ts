import { defineRecipe } from '@chakra-ui/react/styled-system';
import { buttonStyles } from './buttons';
import { controlStyles } from './controls';
import { focusRing } from './surfaces';

export const recipes = {
  input: defineRecipe({ className: 'rp-control', base: controlStyles }),
  textarea: defineRecipe({
    className: 'rp-control',
    base: { ...controlStyles, minHeight: '5rem', resize: 'vertical', lineHeight: 'body' },
  }),
  button: defineRecipe({
    className: 'rp-button',
    base: buttonStyles.base,
    variants: {
      variant: {
        solid: buttonStyles.primary,
        outline: {},
        subtle: { bg: 'surface', borderColor: 'hair' },
        surface: buttonStyles.danger,
        plain: buttonStyles.link,
        ghost: { borderColor: 'transparent', bg: 'transparent' },
      },
      size: {
        md: {},
        lg: { minWidth: '12rem', fontSize: 'large' },
        xs: {
          flex: 'none',
          width: 'control',
          padding: '0',
          color: 'muted',
          '& svg': { width: 'icon', height: 'icon' },
        },
      },
    },
    defaultVariants: { variant: 'outline', size: 'md' },
  }),
  spinner: defineRecipe({
    className: 'rp-spinner',
    base: {
      display: 'inline-block',
      flex: 'none',
      width: '1.5rem',
      height: '1.5rem',
      border: '3px solid',
      borderColor: 'hair',
      borderTopColor: 'accentText',
      borderRadius: '50%',
      animation: 'rp-turn 800ms linear infinite',
    },
  }),
  skeleton: defineRecipe({
    className: 'rp-skeleton',
    base: {
      display: 'block',
      borderRadius: 'control',
      bg: 'surface',
      animation: 'rp-breathe 1600ms ease-in-out infinite',
    },
  }),
  heading: defineRecipe({
    className: 'rp-heading',
    base: { fontFamily: 'heading', fontWeight: 'bold', lineHeight: 'tight' },
    variants: { size: { lg: { fontSize: 'title1' }, md: { fontSize: 'title2' }, sm: { fontSize: 'title3' } } },
  }),
  link: defineRecipe({
    className: 'rp-link',
    base: {
      color: 'accentText',
      textDecoration: 'underline',
      textUnderlineOffset: '0.18em',
      _focusVisible: focusRing,
    },
  }),
  badge: defineRecipe({
    className: 'rp-badge',
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1',
      color: 'muted',
      fontSize: 'small',
      fontWeight: 'medium',
      letterSpacing: '0',
    },
  }),
};

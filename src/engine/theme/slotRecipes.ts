import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { choiceStyles } from './choices';
import { arrowStyles, controlStyles } from './controls';

export const slotRecipes = {
  choice: defineSlotRecipe({ className: 'rp-choice', slots: ['root', 'mark'], base: choiceStyles }),
  nativeSelect: defineSlotRecipe({
    className: 'rp-select',
    slots: ['root', 'field', 'indicator'],
    base: {
      root: { position: 'relative', width: '100%', minWidth: '0' },
      field: {
        ...controlStyles,
        appearance: 'none',
        paddingInlineEnd: '2.5rem',
        textOverflow: 'ellipsis',
        // With kerning, the font shows 'TX - Texas' as 'TX -Texas'.
        fontKerning: 'none',
        '@media (forced-colors: active)': { appearance: 'auto' },
      },
      indicator: { ...arrowStyles, '@media (forced-colors: active)': { display: 'none' } },
    },
    variants: {
      size: {
        sm: {
          field: { minHeight: '2.75rem', paddingInline: '0.5rem 1.5rem', fontSize: '1rem' },
          indicator: { insetInlineEnd: '0.25rem' },
        },
      },
    },
  }),
  alert: defineSlotRecipe({
    className: 'rp-alert',
    slots: ['root', 'indicator', 'content', 'title', 'description'],
    base: {
      root: {
        display: 'flex',
        alignItems: 'flex-start',
        gap: '3',
        marginBottom: '5',
        padding: '4',
        borderInlineStart: '4px solid',
        borderColor: 'edge',
        borderRadius: 'control',
        bg: 'surface',
      },
      indicator: {
        flex: 'none',
        width: 'icon',
        height: 'icon',
        marginTop: '0.125rem',
        '& > svg': { width: '100%', height: '100%' },
      },
      content: { flex: '1', minWidth: '0', overflowWrap: 'break-word', '& > .rp-button': { marginTop: '3' } },
      title: { fontWeight: 'bold' },
    },
    variants: {
      status: {
        info: { indicator: { color: 'muted' } },
        neutral: { indicator: { color: 'muted' } },
        success: { root: { borderColor: 'good', bg: 'goodSurface' }, indicator: { color: 'good' } },
        warning: { root: { borderColor: 'fair' }, indicator: { color: 'ink' } },
        error: {
          root: { borderColor: 'error', bg: 'errorSurface' },
          indicator: { color: 'error' },
          content: { '& a': { color: 'error' } },
        },
      },
    },
    defaultVariants: { status: 'info' },
  }),
  card: defineSlotRecipe({
    className: 'rp-card',
    slots: ['root', 'header', 'body', 'footer', 'title', 'description'],
    base: {
      root: {
        border: '1px solid',
        borderColor: 'hair',
        borderRadius: 'card',
        bg: 'paper',
        padding: { base: '4', md: '5' },
        minWidth: '0',
      },
      header: { display: 'flex', gap: '3', alignItems: 'center', justifyContent: 'space-between', marginBottom: '4' },
      title: { fontSize: 'title3', fontWeight: 'bold', lineHeight: 'tight', overflowWrap: 'break-word' },
      description: { color: 'muted', fontSize: 'small' },
      footer: { display: 'flex', flexWrap: 'wrap', gap: '3', marginTop: '4' },
    },
  }),
};

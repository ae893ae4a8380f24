import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

const column = { maxWidth: '78rem', marginInline: 'auto', paddingInline: { base: '4', md: '6' } } as const;
const WIDE = '@media (min-width: 1024px)';

/** Styles of the page frame. The server's HTML uses the same class names (src/server/pages/appFiles.ts). */
export const frame = defineSlotRecipe({
  className: 'rp-frame',
  slots: [
    'root',
    'skip',
    'header',
    'row',
    'brand',
    'monogram',
    'who',
    'body',
    'main',
    'heading',
    'lead',
    'place',
    'saved',
    'next',
  ],
  base: {
    root: { display: 'flex', flexDirection: 'column', minHeight: '100dvh' },
    skip: {
      position: 'absolute',
      zIndex: '30',
      insetInlineStart: '4',
      top: '-6rem',
      padding: '{spacing.3} {spacing.4}',
      borderRadius: 'control',
      bg: 'paper',
      color: 'ink',
      '&:focus': { top: '3' },
    },
    header: {
      borderTop: { base: '3px solid {colors.accent}', md: '4px solid {colors.accent}' },
      borderBottom: '1px solid {colors.hair}',
    },
    row: {
      ...column,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      rowGap: { base: '0', md: '2' },
      columnGap: { base: '1', md: '4', lg: '5' },
      paddingBlock: { base: '0', md: '3' },
    },
    brand: {
      display: 'flex',
      alignItems: 'center',
      gap: { base: '2', md: '3' },
      // Wraps if the longest word doesn't fit next to the buttons.
      flex: '1000 1 min-content',
      minWidth: '0',
      fontSize: { base: 'small', md: 'body' },
      fontWeight: 'bold',
      lineHeight: 'snug',
      '& > span:last-child': { minWidth: '0', overflowWrap: 'break-word' },
      // Logos are made for white backgrounds.
      '& img': {
        maxWidth: { base: '3rem', md: '8rem' },
        height: { base: '2rem', md: '2.75rem' },
        borderRadius: 'control',
        bg: 'sheet',
        objectFit: 'contain',
      },
    },
    monogram: {
      flex: 'none',
      display: 'grid',
      placeItems: 'center',
      width: { base: '2rem', md: '2.75rem' },
      height: { base: '2rem', md: '2.75rem' },
      borderRadius: 'control',
      bg: 'accent',
      color: 'accentInk',
      fontSize: 'title3',
    },
    who: {
      display: { base: 'flex', md: 'block' },
      order: { base: '3', md: '0' },
      flexBasis: { base: '100%', md: 'auto' },
      // The application number wraps to its own line below a long name.
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      columnGap: '4',
      minWidth: '0',
      marginInlineStart: { md: 'auto' },
      paddingBottom: { base: '1', md: '0' },
      fontSize: { base: 'small', md: 'body' },
      lineHeight: 'snug',
      textAlign: { base: 'start', md: 'end' },
      overflowWrap: 'break-word',
      '& strong': { display: 'block', minWidth: '0', fontWeight: 'medium' },
      '& > span': { flex: 'none', color: 'muted', fontSize: 'small' },
    },
    body: {
      ...column,
      flex: '1',
      width: '100%',
      paddingTop: { base: '3', md: '6' },
      // The padding is small, because the Back link and the step list's toggle are tall.
      '&:has(.rp-steps__toggle)': { mdDown: { paddingTop: '0.125rem' } },
      paddingBottom: { base: '3', md: '7' },
      [WIDE]: { '&[data-side]': { display: 'grid', gridTemplateColumns: '17rem minmax(0, 1fr)', gap: '7' } },
    },
    main: {
      maxWidth: 'column',
      marginInline: 'auto',
      '&[data-width=narrow]': { maxWidth: '28rem' },
      // Pages with their own side column use the full width.
      '@media (min-width: 1200px)': { '&:has(.rp-beside)': { maxWidth: 'none' } },
      '&:focus': { outline: 'none', boxShadow: 'none' },
      [WIDE]: { '[data-side] > &': { width: '100%', marginInline: '0' } },
    },
    saved: {
      fontSize: 'small',
      // Reserves the status's width, so Next doesn't move when the first answer is saved.
      '.rp-frame__next > &': {
        flex: { base: '1 0 5.5rem', md: '1' },
        lineHeight: 'snug',
        textWrap: 'balance',
        '& > p': { margin: '0' },
        '&:empty': { display: 'none' },
        [WIDE]: { display: 'none' },
      },
      '.rp-steps__root > &': {
        display: 'none',
        marginTop: '3',
        paddingInlineStart: '0.375rem',
        [WIDE]: { display: 'block' },
      },
    },
    next: {
      display: 'flex',
      // A long button moves the status to the next line.
      flexWrap: { base: 'wrap', md: 'nowrap' },
      alignItems: 'center',
      gap: { base: '2', md: '4' },
      marginTop: { base: '3', md: '6' },
      '& > .rp-next': { flex: { base: '1000 1 max-content', md: 'none' }, margin: '0' },
    },
    heading: { scrollMarginTop: '6', '&:focus': { outline: 'none', boxShadow: 'none' } },
    lead: { marginBottom: '5', fontSize: 'large' },
    place: {
      display: 'none',
      marginBottom: '1',
      color: 'muted',
      fontWeight: 'medium',
      [WIDE]: { display: 'block' },
    },
  },
});

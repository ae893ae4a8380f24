import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

/** As wide as header, page and footer are. */
const column = { maxWidth: '78rem', marginInline: 'auto', paddingInline: { base: '4', md: '6' } } as const;
const WIDE = '@media (min-width: 1024px)';

/** What is round every page. The server's HTML draws the head of it before any script (src/server/http/appFiles.ts). */
export const frame = defineSlotRecipe({
  className: 'rp-frame',
  slots: ['root', 'skip', 'header', 'row', 'brand', 'monogram', 'who', 'body', 'main', 'heading', 'lead', 'place'],
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
    header: { borderTop: '4px solid {colors.accent}', borderBottom: '1px solid {colors.hair}' },
    row: {
      ...column,
      display: { base: 'grid', md: 'flex' },
      gridTemplateColumns: 'minmax(0, 1fr) auto auto',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      rowGap: '2',
      columnGap: { base: '2', md: '4', lg: '5' },
      paddingBlock: '3',
    },
    brand: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minWidth: '0',
      fontWeight: 'bold',
      lineHeight: 'snug',
      '& > span:last-child': { minWidth: '0', overflowWrap: 'anywhere', hyphens: 'auto' },
      // Next to the switch of languages and the menu of a phone there is room for a short name only.
      '&[data-long]:has(~ .rp-frame__who)': { mdDown: { gridColumn: '1 / -1' } },
      // A logo is drawn for white paper.
      '& img': {
        maxWidth: { base: '6rem', md: '8rem' },
        height: '2.75rem',
        borderRadius: 'control',
        bg: 'sheet',
        objectFit: 'contain',
      },
    },
    monogram: {
      flex: 'none',
      display: 'grid',
      placeItems: 'center',
      width: '2.75rem',
      height: '2.75rem',
      borderRadius: 'control',
      bg: 'accent',
      color: 'accentInk',
      fontSize: 'title3',
    },
    who: {
      display: { base: 'flex', md: 'block' },
      order: { base: '3', md: '0' },
      gridColumn: 'span 3',
      justifyContent: 'space-between',
      columnGap: '4',
      minWidth: '0',
      marginInlineStart: { md: 'auto' },
      paddingTop: { base: '2', md: '0' },
      borderTop: { base: '1px solid {colors.hair}', md: '0' },
      fontSize: { base: 'small', md: 'body' },
      lineHeight: 'snug',
      textAlign: { base: 'start', md: 'end' },
      overflowWrap: 'anywhere',
      '& strong': {
        display: 'block',
        fontWeight: 'medium',
        mdDown: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
      },
      '& > span': { flex: 'none', color: 'muted', fontSize: 'small' },
    },
    body: {
      ...column,
      flex: '1',
      width: '100%',
      paddingTop: { base: '5', md: '6' },
      paddingBottom: '7',
      [WIDE]: { '&[data-side]': { display: 'grid', gridTemplateColumns: '17rem minmax(0, 1fr)', gap: '8' } },
    },
    main: {
      maxWidth: 'column',
      marginInline: 'auto',
      '&[data-width=narrow]': { maxWidth: '28rem' },
      '&:focus': { outline: 'none', boxShadow: 'none' },
      [WIDE]: { '[data-side] > &': { width: '100%', marginInline: '0' } },
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

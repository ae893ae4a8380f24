import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

/** Two columns have room from here on: the form that is tried, and what it is made of. */
const WIDE = '@media (min-width: 1180px)';

/** Between the side and a column of its own for the form that is tried. */
const MIDDLE = '@media (min-width: 766px) and (max-width: 1179px)';

/** An editor and two forms to compare have room next to one another from here on. */
const VAST = '@media (min-width: 1700px)';

/** What is chosen, the editor, and what is edited. */
const threeColumns = { gridTemplateColumns: '15rem minmax(0, 26rem) minmax(0, 1fr)' } as const;

/** What is set in a frame of its own: an edge, rounded. */
const framed = { border: '1px solid', borderColor: 'edge', borderRadius: 'control' } as const;

/** Items below one another, with a line between them. */
const ruled = {
  paddingBlock: '3',
  borderTop: '1px solid',
  borderColor: 'hair',
  overflowWrap: 'anywhere',
} as const;

/** A word or two with an edge around them. */
export const mark = {
  display: 'inline-block',
  paddingInline: '2',
  border: '1px solid currentColor',
  borderRadius: 'control',
  fontSize: '0.8125rem',
  fontWeight: 'medium',
} as const;

/** Text as it is written in a file. */
const source = {
  maxHeight: '30rem',
  overflow: 'auto',
  padding: '4',
  borderRadius: 'control',
  bg: 'surface',
  fontSize: '0.875rem',
  lineHeight: '1.5',
} as const;

/** The Studio's pages; drawn by the Studio only, it comes with no other page's scripts. */
export const studioLook = defineSlotRecipe({
  className: 'rp-studio',
  slots: [
    'root',
    'workspace',
    'side',
    'label',
    'edit',
    'settings',
    'panes',
    'pane',
    'form',
    'part',
    'phone',
    'fields',
    'findings',
    'affected',
    'history',
    'trail',
    'source',
    'diff',
  ],
  base: {
    root: { marginInline: 'auto' },
    workspace: {
      display: 'grid',
      gap: '6',
      marginBlock: '5',
      gridTemplateColumns: { md: '17rem minmax(0, 1fr)' },
      '&[data-edit]': {
        [MIDDLE]: { '& > .rp-studio__panes': { gridColumn: '1 / -1' } },
        [WIDE]: {
          '&:not(:has(> [data-two]))': threeColumns,
          // Two forms next to an editor would be too narrow to be read.
          '& > [data-two]': { gridColumn: '1 / -1' },
        },
        [VAST]: { ...threeColumns, '& > [data-two]': { gridColumn: 'auto' } },
      },
    },
    side: { display: 'flex', flexDirection: 'column', gap: '4' },
    label: {
      display: 'block',
      marginBottom: '1',
      fontWeight: 'medium',
      fontSize: 'small',
      overflowWrap: 'anywhere',
    },
    edit: { display: 'flex', flexDirection: 'column', gap: '4', minWidth: '0' },
    settings: {
      display: 'flex',
      flexDirection: 'column',
      gap: '3',
      borderTop: '1px solid',
      borderColor: 'hair',
      paddingTop: '4',
      // Floated, a legend is in the box and not on its edge.
      '& > legend': { float: 'left', width: '100%', fontWeight: 'bold' },
    },
    panes: {
      display: 'grid',
      gap: '6',
      alignItems: 'start',
      minWidth: '0',
      '&[data-two]': { [WIDE]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
    },
    pane: {
      minWidth: '0',
      // One form, and no editor next to it: what it is made of stands at its side.
      [WIDE]: {
        '.rp-studio__workspace:not([data-edit]) &': {
          '&:only-child': {
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 45rem) minmax(18rem, 1fr)',
            columnGap: '6',
            '& > .rp-studio__form': { gridRow: '1 / span 9' },
            '& > .rp-studio__part': { gridColumn: '2' },
          },
        },
      },
    },
    form: {
      minWidth: '0',
      marginBottom: '5',
      // The engine draws the field and knows of no draft: only the attribute is put on it (StudioPane.tsx).
      '& [data-changed]': {
        '&:not([data-invalid])': {
          borderInlineStart: '4px solid',
          borderColor: 'accentText',
          paddingInlineStart: '4',
        },
        _before: { ...mark, content: 'attr(data-changed)', justifySelf: 'start', width: 'max-content' },
      },
    },
    part: {
      borderTop: '1px solid',
      borderColor: 'hair',
      paddingBlock: '3',
      '& > summary': { minHeight: '2.75rem', paddingBlock: '2', fontWeight: 'medium', cursor: 'pointer' },
      '& h3': { marginBlock: '{spacing.3} {spacing.1}', fontSize: 'body' },
      '& > ul': { paddingInlineStart: '5', listStyle: 'revert' },
    },
    phone: {
      ...framed,
      // 360 pixels inside the border.
      boxSizing: 'content-box',
      width: '360px',
      maxWidth: 'calc(100% - 2px)',
      height: '50rem',
    },
    fields: {
      ...framed,
      borderColor: 'hair',
      maxHeight: '22rem',
      overflow: 'auto',
      '& button': {
        display: 'block',
        width: '100%',
        minHeight: '2.75rem',
        padding: '{spacing.2} {spacing.3}',
        textAlign: 'start',
        overflowWrap: 'anywhere',
        cursor: 'pointer',
        '&:hover': { bg: 'surface' },
        '&[aria-pressed=true]': { bg: 'surface', boxShadow: 'inset 3px 0 0 {colors.accentText}' },
        // The list cuts off what is outside of it.
        '&:focus-visible': { outlineOffset: '-3px' },
      },
      '& code': { color: 'muted', fontSize: 'small' },
    },
    findings: { '& > li': ruled },
    affected: { paddingInlineStart: '5', listStyle: 'revert' },
    history: { '& > li': ruled },
    trail: { fontSize: 'small', overflowWrap: 'anywhere', '& > li': { paddingBlock: '1' } },
    source,
    diff: {
      ...source,
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      '& [data-sign="+"]': { bg: 'goodSurface', color: 'good' },
      '& [data-sign="-"]': { bg: 'errorSurface', color: 'error' },
    },
  },
  variants: {
    kind: {
      page: { root: { maxWidth: '110rem', padding: '{spacing.5} {spacing.4}' } },
      gate: { root: { maxWidth: '32rem', padding: '{spacing.5} {spacing.4}' } },
      frame: { root: { padding: '4' } },
    },
  },
  defaultVariants: { kind: 'page' },
});

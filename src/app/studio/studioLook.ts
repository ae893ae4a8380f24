import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

/** Wide enough for two columns. */
const WIDE = '@media (min-width: 1180px)';

/** Wide enough for a side column and the form. */
const MIDDLE = '@media (min-width: 766px) and (max-width: 1179px)';

/** Wide enough for an editor and two forms. */
const VAST = '@media (min-width: 1700px)';

/** Field list, form and editor. */
const threeColumns = { gridTemplateColumns: '15rem minmax(0, 26rem) minmax(0, 1fr)' } as const;

const framed = { border: '1px solid', borderColor: 'edge', borderRadius: 'control' } as const;

const ruled = {
  paddingBlock: '3',
  borderTop: '1px solid',
  borderColor: 'hair',
  overflowWrap: 'anywhere',
} as const;

export const mark = {
  display: 'inline-block',
  paddingInline: '2',
  border: '1px solid currentColor',
  borderRadius: 'control',
  fontSize: '0.8125rem',
  fontWeight: 'medium',
} as const;

const source = {
  maxHeight: '30rem',
  overflow: 'auto',
  padding: '4',
  borderRadius: 'control',
  bg: 'surface',
  fontSize: '0.875rem',
  lineHeight: '1.5',
} as const;

/** Bundled only with the Studio. */
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
          // Two forms next to an editor would be too narrow.
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
      // A floated legend is inside the border.
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
      // Without an editor, the form's files are beside it.
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
      // StudioPane.tsx sets the attribute on the engine's elements.
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
        // The list would clip an outline outside the button.
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

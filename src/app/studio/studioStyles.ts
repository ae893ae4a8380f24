// Over 250 lines: one table of styles with shared breakpoints.
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

export const WIDE_PAGE = '(min-width: 1180px)';
const WIDE = `@media ${WIDE_PAGE}`;

const MIDDLE = '@media (min-width: 766px) and (max-width: 1179px)';

const NARROW = '@media (max-width: 765px)';

/** Wide enough for two forms next to the sections and the panel. */
const VAST = '@media (min-width: 1700px)';

const framed = { border: '1px solid', borderColor: 'edge', borderRadius: 'control' } as const;

const sheet = { border: '1px solid', borderColor: 'hair', borderRadius: 'card', bg: 'paper' } as const;

const sticky = {
  position: 'sticky',
  top: '4',
  maxHeight: 'calc(100dvh - 2 * {spacing.4})',
  overflow: 'auto',
} as const;

const chosen = { bg: 'color-mix(in srgb, {colors.accent} 12%, {colors.paper})', color: 'ink', fontWeight: 'medium' };

const listButton = {
  display: 'block',
  width: '100%',
  minHeight: '2.75rem',
  padding: '{spacing.2} {spacing.3}',
  borderRadius: 'control',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '&:hover': { bg: 'surface' },
  // The list would clip an outline outside the button.
  '&:focus-visible': { outlineOffset: '-3px' },
} as const;
const withRule = {
  paddingBlock: '3',
  borderTop: '1px solid',
  borderColor: 'hair',
  overflowWrap: 'anywhere',
} as const;

export const markStyle = {
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
export const studioStyles = defineSlotRecipe({
  className: 'rp-studio',
  slots: [
    'root',
    'bar',
    'workspace',
    'nav',
    'navGroup',
    'navItem',
    'panel',
    'tabs',
    'tools',
    'side',
    'label',
    'edit',
    'settings',
    'panes',
    'pane',
    'rehearsal',
    'frames',
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
    root: { marginInline: 'auto', bg: 'surface', minHeight: '100dvh' },
    bar: {
      ...sheet,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '{spacing.2} {spacing.4}',
      marginBottom: '4',
      padding: '{spacing.3} {spacing.4}',
    },
    workspace: {
      display: 'grid',
      gap: '4',
      alignItems: 'start',
      '&[hidden]': { display: 'none' },
      [NARROW]: {
        // Leaves space for the tabs at the bottom of the screen.
        paddingBottom: '5rem',
        '&[data-view=form] [data-part]': { display: 'none' },
        '&[data-view=form] > .rp-studio__panel': { padding: '0', border: '0' },
        '&:not([data-view=form]) > .rp-studio__panes': { display: 'none' },
      },
      [MIDDLE]: {
        gridTemplateColumns: 'minmax(0, 1fr) 20rem',
        '& > .rp-studio__navGroup': { gridColumn: '1 / -1' },
        '& > [data-two]': { gridColumn: '1 / -1', gridRow: '3' },
        '&:has(> [data-two]) > .rp-studio__panel': { gridColumn: '1 / -1' },
      },
      [WIDE]: {
        gridTemplateColumns: '16rem minmax(0, 1fr) 23rem',
        // With two forms, four columns would be too narrow.
        '&:has(> [data-two])': {
          gridTemplateColumns: '23rem minmax(0, 1fr)',
          '& > .rp-studio__panes': { gridRow: '1 / span 2', gridColumn: '2' },
          '& > .rp-studio__panel': { gridColumn: '1' },
          '& > :is(.rp-studio__nav, .rp-studio__panel)': { position: 'static', maxHeight: 'none' },
        },
      },
      [VAST]: {
        '&:has(> [data-two])': {
          gridTemplateColumns: '16rem minmax(0, 1fr) 25rem',
          '& > .rp-studio__panel': { gridColumn: '3' },
        },
      },
    },
    nav: {
      ...sheet,
      display: 'flex',
      flexDirection: 'column',
      gap: '1',
      minWidth: '0',
      padding: '3',
      fontSize: 'small',
      '& ul': { listStyle: 'none' },
      '& > .rp-control': { marginBottom: '2', minHeight: '2.75rem' },
      [WIDE]: sticky,
    },
    navGroup: {
      minWidth: '0',
      '& > summary': {
        minHeight: '2.75rem',
        padding: '{spacing.2} {spacing.2}',
        color: 'muted',
        fontWeight: 'medium',
        lineHeight: '1.75rem',
        cursor: 'pointer',
        overflowWrap: 'anywhere',
      },
      '&[data-whole]': {
        ...sheet,
        '& > summary': { padding: '{spacing.2} {spacing.4}', color: 'ink' },
        '& > .rp-studio__nav': { border: '0', borderTop: '1px solid', borderColor: 'hair', borderRadius: '0' },
      },
    },
    navItem: { ...listButton, '&[aria-current]': chosen },
    panel: {
      ...sheet,
      minWidth: '0',
      padding: '{spacing.3} {spacing.4} {spacing.4}',
      [WIDE]: sticky,
      [MIDDLE]: sticky,
    },
    tabs: {
      display: 'flex',
      gap: '1',
      padding: '1',
      marginBottom: '4',
      borderRadius: 'card',
      bg: 'surface',
      '& > button': {
        flex: '1 1 auto',
        minHeight: '2.75rem',
        paddingInline: '1',
        borderRadius: 'control',
        color: 'muted',
        fontSize: '0.875rem',
        fontWeight: 'medium',
        lineHeight: 'tight',
        cursor: 'pointer',
        '&[aria-pressed=true]': { bg: 'paper', color: 'ink', boxShadow: '0 0 0 1px {colors.edge}' },
      },
      // Hides the tabs if only the preview is available.
      '&:not(:has(> :nth-child(3)))': { [WIDE]: { display: 'none' }, [MIDDLE]: { display: 'none' } },
      '& > [data-name=form]': { [WIDE]: { display: 'none' }, [MIDDLE]: { display: 'none' } },
      [NARROW]: {
        position: 'fixed',
        insetInline: '0',
        bottom: '0',
        zIndex: '10',
        margin: '0',
        borderRadius: '0',
        borderTop: '1px solid',
        borderColor: 'edge',
        paddingBottom: 'max({spacing.1}, env(safe-area-inset-bottom))',
        '& > button': { paddingInline: '0.5', fontSize: '0.8125rem' },
        '& .rp-badge': { marginInlineStart: '1' },
      },
    },
    tools: {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '2',
      '& > .rp-button': { minHeight: '2.75rem', padding: '{spacing.2} {spacing.3}', fontSize: 'small' },
      '&[data-tabs]': {
        gap: '1',
        padding: '1',
        borderRadius: 'card',
        bg: 'surface',
        '& > .rp-button': { flex: '1 1 auto', borderColor: 'transparent', bg: 'transparent' },
        '& > [aria-pressed=true]': { bg: 'paper', borderColor: 'edge' },
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
      // Floating puts the legend inside the border.
      '& > legend': { float: 'left', width: '100%', fontWeight: 'bold' },
    },
    panes: {
      display: 'grid',
      gap: '4',
      alignItems: 'start',
      minWidth: '0',
      '&[data-two]': { [WIDE]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
      '& > .rp-studio__part': { ...sheet, gridColumn: '1 / -1', minWidth: '0', paddingInline: '5' },
    },
    pane: { ...sheet, minWidth: '0', padding: { base: '4', md: '5' } },
    rehearsal: {
      display: 'grid',
      gap: '4',
      minWidth: '0',
      '& > .rp-studio__side': { ...sheet, padding: '4' },
      '& > [data-tabs]': { display: 'none', [NARROW]: { display: 'flex' } },
    },
    frames: {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gap: '4',
      alignItems: 'start',
      '& .rp-field': { gridColumn: '1 / -1' },
      [NARROW]: {
        gridTemplateColumns: 'minmax(0, 1fr)',
        '&[data-shown=live] > [data-frame=draft], &[data-shown=draft] > [data-frame=live]': { display: 'none' },
      },
    },
    form: {
      minWidth: '0',
      maxWidth: 'column',
      marginBottom: '5',
      // questionsInForm.ts sets these attributes.
      '& [data-changed]': {
        '&:not([data-invalid])': {
          borderInlineStart: '4px solid',
          borderColor: 'accentText',
          paddingInlineStart: '4',
        },
        _before: { ...markStyle, content: 'attr(data-changed)', justifySelf: 'start', width: 'max-content' },
      },
      '& > .rp-studio__tools': { marginTop: '5' },
      '&[data-editable]': {
        '& > .rp-help': { marginBottom: '4' },
        '& :is(.rp-label, legend)': { cursor: 'pointer' },
        '& .rp-field:hover': { outline: '1px dashed', outlineColor: 'edge', outlineOffset: '6px' },
        '& [data-chosen]': {
          outline: '2px solid {colors.accentText}',
          outlineOffset: '8px',
          borderRadius: 'control',
        },
      },
      // Forms in the panel have one column.
      '.rp-studio__panel &': {
        marginBottom: '0',
        '& .rp-field': { gridColumn: '1 / -1' },
        // Keeps long options from covering the arrow.
        '& select': { paddingInlineEnd: '2.75rem' },
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
      // Makes the frame 360 pixels wide inside the border.
      boxSizing: 'content-box',
      width: '360px',
      maxWidth: 'calc(100% - 2px)',
      height: '50rem',
    },
    fields: {
      marginInlineStart: '3',
      borderInlineStart: '1px solid',
      borderColor: 'hair',
      '& > li': { cursor: 'grab' },
      '& > li[data-over]': { boxShadow: 'inset 0 2px 0 {colors.accentText}' },
      '& > li:not([draggable])': { cursor: 'auto' },
      '& button': { ...listButton, '&[aria-pressed=true]': chosen },
    },
    findings: {
      '& > li': { ...withRule, display: 'grid', gap: '2', justifyItems: 'start' },
      '& > li > p:first-child': {
        fontWeight: 'medium',
        _before: { content: '"● "', color: 'error' },
      },
      '& .rp-studio__part': { width: '100%', border: '0', paddingBlock: '0' },
      '& > li > :is(form, .rp-studio__part)': { width: '100%' },
    },
    affected: { paddingInlineStart: '5', listStyle: 'revert' },
    history: { '& > li': withRule },
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
      page: { root: { padding: '{spacing.4} max({spacing.4}, (100% - 110rem) / 2)' } },
      gate: { root: { maxWidth: '32rem', padding: '{spacing.5} {spacing.4}', bg: 'paper' } },
      frame: { root: { bg: 'paper', '& .rp-studio__pane': { border: '0' } } },
    },
  },
  defaultVariants: { kind: 'page' },
});

import { defineGlobalStyles } from '@chakra-ui/react/styled-system';

/** Fields that share a row on screens at least 766 px wide. */
const PART_OF_ROW = '.rp-grid > .rp-field:is([data-width=half], [data-width=third], [data-width=two-thirds])';

export const lists = defineGlobalStyles({
  '.rp-grid': {
    display: 'grid',
    gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
    columnGap: { base: '3', md: '5' },
    alignItems: 'stretch',
  },
  '.rp-grid > *': { gridColumn: 'span 6' },
  '.rp-grid > [data-phone=half]': { gridColumn: 'span 3' },
  '.rp-grid > [data-width=half]': { gridColumn: { md: 'span 3' } },
  '.rp-grid > [data-width=third]': { gridColumn: { md: 'span 2' } },
  '.rp-grid > [data-width=two-thirds]': { gridColumn: { md: 'span 4' } },
  // A subgrid aligns the labels and controls of fields in a row.
  '.rp-grid > .rp-field[data-phone=half]': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateRows: 'subgrid',
    gridRow: 'span 6',
  },
  [PART_OF_ROW]: {
    display: { md: 'grid' },
    gridTemplateColumns: { md: 'minmax(0, 1fr)' },
    gridTemplateRows: { md: 'subgrid' },
    gridRow: { md: 'span 6' },
  },
  '.rp-grid > .rp-field > *': { gridRow: '6', gridColumn: '1' },
  '.rp-grid > .rp-field > .rp-label': { gridRow: '1' },
  // Keeps a label near its answer, even if a neighbor has a longer label or help. On phones, labels align at the top.
  [`${PART_OF_ROW} > .rp-label`]: { alignSelf: { md: 'end' } },
  '.rp-grid > .rp-field:not(:has(> :is(.rp-help, .rp-error, [role=alert]))) > .rp-label': { gridRow: '1 / 5' },
  '.rp-grid > .rp-field > .rp-help': { gridRow: '2' },
  '.rp-grid > .rp-field > .rp-help ~ .rp-help': { gridRow: '3' },
  '.rp-grid > .rp-field > :is(.rp-error, [role=alert])': { gridRow: '4' },
  '.rp-grid > .rp-field > :is(.rp-control, .rp-select__root, .rp-with-button, .rp-date, .rp-ssn, .rp-combobox, .rp-choices, .rp-choice__root, fieldset)':
    {
      gridRow: '5',
    },
  '.rp-list': { display: 'flex', flexDirection: 'column', alignItems: 'stretch', marginBottom: { base: '2', md: '6' } },
  '.rp-row': { borderTop: '1px solid', borderColor: 'hair', paddingBlock: { base: '3', md: '4' } },
  '.rp-row + :not(.rp-row)': { marginTop: '2' },
  // The last field has its own margin.
  '.rp-row:not([data-folded])': { paddingBottom: { base: '0', md: '4' } },
  '.rp-row-head': { position: 'relative', marginBottom: { base: '3', md: '4' } },
  '.rp-row-head > :is(h2, h3, h4)': {
    margin: '0',
    minWidth: '0',
    overflowWrap: 'break-word',
    fontSize: 'body',
    fontWeight: 'bold',
    lineHeight: 'snug',
    textWrap: 'wrap',
  },
  '.rp-row-head > h3 > small': { display: 'block', color: 'muted', fontSize: 'small', fontWeight: 'medium' },
  // Leaves space for the actions.
  '.rp-row-head > h3:not(:has(small)), .rp-row-head > h3 > small': { paddingInlineEnd: '8rem' },
  '.rp-row:not([data-folded]) > .rp-row-head > h3 > small': { marginBottom: '2' },
  '.rp-row[data-folded]': { paddingBlock: '3' },
  '.rp-row[data-folded] > .rp-row-head': { marginBottom: '0' },
  '.rp-row-actions': {
    // The actions are next to the small title, so that the name can use the whole line.
    position: 'absolute',
    display: 'flex',
    top: '-0.75rem',
    insetInlineEnd: '0',
    gap: '5',
    '& > button': { paddingInline: '0' },
  },
  '.rp-list:has(> .rp-row)': {
    mdDown: { paddingBottom: '3', borderBottom: '1px solid', borderColor: 'hair', marginBottom: '3' },
  },
  '.rp-row-actions > [data-variant=danger]': { color: 'error' },
  '.rp-row-summary': {
    color: 'muted',
    fontSize: 'small',
    lineHeight: 'snug',
    marginTop: '1',
    overflowWrap: 'break-word',
  },
  '.rp-row-summary:empty': { display: 'none' },
  '.rp-row-summary > strong': { display: 'block', color: 'ink', fontWeight: 'medium' },
  '.rp-row-summary > strong[data-state=wrong]': { color: 'error' },
  '.rp-list > .rp-button': { alignSelf: 'flex-start' },
  // The group's last field has its own margin.
  '.rp-group': { minWidth: '0', border: '0', padding: '0', marginBottom: { base: '2', md: '0' } },
  '.rp-group > legend': {
    fontSize: { base: 'body', md: 'large' },
    fontWeight: 'bold',
    lineHeight: 'tight',
    marginBottom: { base: '2', md: '3' },
  },
  '.rp-field[data-question] > .rp-label': {
    fontSize: { base: 'body', md: 'large' },
    fontWeight: { base: 'medium', md: 'bold' },
    lineHeight: { base: 'snug', md: 'tight' },
  },
  '.rp-derived': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '6',
    rowGap: '2',
    marginTop: { base: '2', md: '3' },
    color: 'muted',
    fontSize: 'small',
  },
  '.rp-field[data-phone=half] > .rp-derived': {
    mdDown: { width: 'calc(200% + {spacing.3})', marginInlineStart: 'calc(-100% - {spacing.3})' },
  },
  '.rp-derived dd': { color: 'ink', fontSize: 'body', fontWeight: 'medium' },
});

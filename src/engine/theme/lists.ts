import { defineGlobalStyles } from '@chakra-ui/react/styled-system';

/** `.rp-grid` lays fields in rows from 766 px on; `.rp-list` holds `.rp-row` cards with a `.rp-row-head`. */
export const lists = defineGlobalStyles({
  '.rp-grid': {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(6, minmax(0, 1fr))' },
    columnGap: '5',
    alignItems: 'stretch',
  },
  '.rp-grid > *': { gridColumn: { md: 'span 6' } },
  '.rp-grid > [data-width=half]': { gridColumn: { md: 'span 3' } },
  '.rp-grid > [data-width=third]': { gridColumn: { md: 'span 2' } },
  // Fields in a row share subgrid lines.
  '.rp-grid > .rp-field:is([data-width=half], [data-width=third])': {
    display: { md: 'grid' },
    gridTemplateColumns: { md: 'minmax(0, 1fr)' },
    gridTemplateRows: { md: 'subgrid' },
    gridRow: { md: 'span 6' },
  },
  '.rp-grid > .rp-field > *': { gridRow: '6', gridColumn: '1' },
  '.rp-grid > .rp-field > .rp-label': { gridRow: '1' },
  '.rp-grid > .rp-field > .rp-help': { gridRow: '2' },
  '.rp-grid > .rp-field > .rp-help ~ .rp-help': { gridRow: '3' },
  '.rp-grid > .rp-field > :is(.rp-error, [role=alert])': { gridRow: '4' },
  '.rp-grid > .rp-field > :is(.rp-control, .rp-select__root, .rp-with-button, .rp-ssn, .rp-combobox, .rp-choices, .rp-choice__root, fieldset)':
    {
      gridRow: '5',
    },
  '.rp-list': { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: '5', marginBottom: '5' },
  '.rp-row': {
    border: '1px solid',
    borderColor: 'hair',
    borderRadius: 'card',
    padding: { base: '4', md: '5' },
    bg: 'paper',
  },
  '.rp-row-head': {
    display: 'flex',
    gap: '3',
    alignItems: 'center',
    justifyContent: 'space-between',
    marginBottom: '4',
  },
  '.rp-row-head > .rp-button': { flexShrink: '0' },
  '.rp-row-head > :is(h2, h3, h4)': {
    margin: '0',
    minWidth: '0',
    overflowWrap: 'break-word',
    fontSize: 'title3',
    fontWeight: 'bold',
  },
  '.rp-row-head > h3 > small': { display: 'block', color: 'muted', fontSize: 'small', fontWeight: 'medium' },
  '.rp-list > .rp-button': { alignSelf: 'flex-start' },
  '.rp-group': { minWidth: '0', border: '0', padding: '0', marginBottom: '5' },
  '.rp-group > legend': { fontSize: 'title3', fontWeight: 'bold', lineHeight: 'tight', marginBottom: '3' },
  '.rp-field[data-question] > .rp-label': { fontSize: 'title3', fontWeight: 'bold', lineHeight: 'tight' },
  '.rp-derived': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '6',
    rowGap: '2',
    marginTop: '3',
    color: 'muted',
    fontSize: 'small',
  },
  // The button goes below a title whose longest word wouldn't fit next to it.
  '.rp-row:not([data-folded]) > .rp-row-head': { display: 'flex', flexWrap: 'wrap' },
  '.rp-row:not([data-folded]) > .rp-row-head > :is(h2, h3, h4)': { flex: '1 1 min-content' },
  '.rp-derived dd': { color: 'ink', fontSize: 'body', fontWeight: 'medium', fontVariantNumeric: 'tabular-nums' },
});

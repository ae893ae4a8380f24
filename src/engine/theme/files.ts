import { defineGlobalStyles } from '@chakra-ui/react/styled-system';
import { card, focusRing } from './surfaces';

export const files = defineGlobalStyles({
  '.rp-upload': { display: 'grid', gap: { base: '2', md: '3' }, alignContent: 'start' },
  '.rp-drop': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    padding: '4',
    border: '2px dashed',
    borderColor: 'edge',
    borderRadius: 'card',
    position: 'relative',
    // Phones can't drag files.
    '@media (max-width: 479px)': { padding: '0', border: '0' },
  },
  '.rp-drop[data-over]': { borderColor: 'accentText', bg: 'surface' },
  '.rp-drop > input:focus-visible + .rp-button': focusRing,
  '.rp-drop-hint': {
    color: 'muted',
    fontSize: 'small',
    '@media (pointer: coarse), (max-width: 479px)': { display: 'none' },
  },
  // Hidden on devices with a mouse.
  '.rp-camera': { '@media (pointer: fine)': { display: 'none' } },
  '.rp-files, .rp-transfers': { display: 'grid', gap: '3', listStyle: 'none', minWidth: '0' },
  '.rp-file': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gridTemplateRows: 'auto 1fr',
    columnGap: '4',
    rowGap: '2',
    ...card,
    // The Delete button is next to the name if there's room.
    '&:not([data-checked])': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', rowGap: '0' },
  },
  '.rp-file-head': { flex: '1 1 8rem', minWidth: '0' },
  '.rp-file-body': {
    display: 'grid',
    gap: { base: '1', md: '2' },
    alignContent: 'start',
    minWidth: '0',
    overflowWrap: 'anywhere',
  },
  '.rp-file-head > .rp-button': { marginInlineStart: '-0.25rem', overflowWrap: 'anywhere', textAlign: 'start' },
  '.rp-file-actions': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '{spacing.1} {spacing.3}' },
  // The summary and the links share a line until the details are open.
  '.rp-file-foot': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3' },
  '.rp-file-foot > details': { flex: '1 1 8rem', minWidth: '0' },
  '.rp-file-foot > details[open]': { flexBasis: '100%' },
  '.rp-file-links': { display: 'flex', columnGap: '3', marginInlineStart: 'auto' },
  '.rp-file-links > .rp-button': { fontSize: 'small' },
  // The name and result are next to the thumbnail. On phones, the rest is below.
  '.rp-file[data-checked]': {
    gridTemplateAreas: '"page head" "page body"',
    padding: '4',
    '@media (max-width: 479px)': {
      gridTemplateAreas: '"page head" "body body"',
      padding: '{spacing.3} {spacing.3} {spacing.1}',
    },
    '& > :first-child': { gridArea: 'page', alignSelf: 'start' },
    '& > .rp-file-head': {
      gridArea: 'head',
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      justifyItems: 'start',
      gap: '{spacing.1} {spacing.3}',
      // On phones, the result has its own line.
      '@media (max-width: 479px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    },
    '& > .rp-file-body': { gridArea: 'body' },
    '& .rp-thumbnail': { width: '4.5rem', height: '4.5rem' },
  },
  // In a narrow column, the large picture is above the text.
  '.rp-upload:has(.rp-file[data-single])': { containerType: 'inline-size' },
  // Hides the help about accepted files once the field has its file.
  '.rp-field:has(> .rp-upload .rp-file[data-single][data-checked]) > .rp-help': { display: 'none' },
  '.rp-file[data-single][data-checked]': {
    '& > .rp-file-body': { display: 'flex', flexWrap: 'wrap', alignContent: 'start', columnGap: '3', rowGap: '1' },
    '& > .rp-file-head': { gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' },
    '@media (max-width: 479px)': {
      rowGap: '1',
      '& > .rp-file-head > .rp-button': { marginBlock: '-0.625rem' },
    },
    '& > .rp-file-body > .rp-file-foot': { flex: '1' },
    '@media (min-width: 480px)': {
      '& .rp-thumbnail': { width: '150px', height: '150px' },
      '@container (max-width: 26rem)': {
        gridTemplateAreas: '"page" "head" "body"',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gridTemplateRows: 'auto',
      },
    },
  },
  // In a dialog, a small picture is next to the text.
  '[role=dialog] .rp-file[data-single][data-checked]': {
    '@media (min-width: 480px)': {
      gridTemplateAreas: '"page head" "page body"',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr',
      '& .rp-thumbnail': { width: '6rem', height: '6rem' },
    },
  },
  '.rp-thumbnail': {
    display: 'grid',
    placeItems: 'center',
    width: '150px',
    height: '150px',
    objectFit: 'contain',
    border: '1px solid',
    borderColor: 'hair',
    borderRadius: 'control',
    bg: 'surface',
    color: 'muted',
    fontWeight: 'bold',
    '@media (max-width: 479px)': { width: '4.5rem', height: '4.5rem' },
  },
  '.rp-advice > summary': { cursor: 'pointer', paddingBlock: '2', color: 'accentText' },
  '.rp-first-page': { display: 'grid' },
  '.rp-thumbnail-open': { padding: '0', border: '0', background: 'none', cursor: 'pointer' },
  '.rp-findings': {
    color: 'error',
    fontSize: 'small',
    fontWeight: 'medium',
    paddingInlineStart: '1.25rem',
    listStyle: 'disc',
  },
  '.rp-transfer': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    ...card,
  },
  '.rp-transfer[data-failed]': { borderColor: 'error' },
  '.rp-transfer .rp-error': { flex: '1 1 100%', margin: '0' },
  '.rp-transfer-password': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', flex: '1 1 100%' },
  '.rp-transfer-password > label': { flex: '1 1 100%', overflowWrap: 'anywhere' },
  '.rp-transfer-password > input': { flex: '1 1 12rem', minWidth: '0' },
  '.rp-transfer-name': { flex: '1 1 100%', minWidth: '0', overflowWrap: 'anywhere' },
});

import { defineGlobalStyles, type SystemStyleObject } from '@chakra-ui/react/styled-system';

/** Prints pages in black on white. */
export const print = defineGlobalStyles(
  onPaper({
    'html:root': { colorScheme: 'light', fontSize: '12px' },
    'body, body *': { color: '#000 !important', background: 'transparent !important', boxShadow: 'none !important' },
    '.rp-frame__header, .rp-frame__skip, .rp-steps__root, .rp-help-note, .rp-next, .rp-buttons, .rp-row-actions, .rp-drop, footer':
      {
        display: 'none !important',
      },
    '[data-toasts], .rp-accordion__indicator': { display: 'none !important' },
    'details::details-content': { display: 'block', contentVisibility: 'visible', height: 'auto' },
    '#root .rp-frame__body': { display: 'block', padding: '0' },
    '#root .rp-frame__main': { maxWidth: 'none' },
    ':is(h1, h2, h3, h4)': { breakAfter: 'avoid' },
    ':is(dl > div, li, .rp-file)': { breakInside: 'avoid' },
  }),
);

/**
 * Prints content that is collapsed on screen. Only an earlier layer can override the `!important` in Chakra's reset.
 */
export const unfolded =
  '@layer print{@media print{.rp-accordion__content[hidden],.ap-answers>[hidden],.rp-row-body[hidden]{display:block!important}}}';

function onPaper(rules: Record<string, SystemStyleObject>): Record<string, SystemStyleObject> {
  return Object.fromEntries(Object.entries(rules).map(([selector, style]) => [selector, { '@media print': style }]));
}

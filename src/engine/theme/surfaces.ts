/** Two tones, so that one of them stands out on any ground: a dark ring outside a white one. */
export const focusRing = {
  outline: '3px solid {colors.focus}',
  outlineOffset: '2px',
  boxShadow: '0 0 0 2px {colors.paper}',
} as const;

/** A thing of its own on the page: a file, an upload under way. */
export const card = { padding: '3', border: '1px solid', borderColor: 'hair', borderRadius: 'card' } as const;

/** What opens over the page below its field: suggestions, the calendar. */
export const popup = {
  position: 'absolute',
  zIndex: '20',
  border: '1px solid',
  borderColor: 'edge',
  bg: 'paper',
  boxShadow: '0 0.5rem 1.5rem rgb(15 23 33 / 0.15)',
} as const;

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

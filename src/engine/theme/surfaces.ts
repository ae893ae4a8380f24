/** Focus ring in two tones, so it's visible on any background. */
export const focusRing = {
  outline: '3px solid {colors.focus}',
  outlineOffset: '2px',
  boxShadow: '0 0 0 2px {colors.paper}',
} as const;

export const card = { padding: '3', border: '1px solid', borderColor: 'hair', borderRadius: 'card' } as const;

export const popup = {
  position: 'absolute',
  zIndex: '20',
  border: '1px solid',
  borderColor: 'edge',
  bg: 'paper',
  boxShadow: '0 0.5rem 1.5rem rgb(15 23 33 / 0.15)',
} as const;

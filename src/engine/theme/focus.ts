/** Two tones, so that one of them stands out on any ground: a dark ring outside a white one. */
export const focusRing = {
  outline: '3px solid {colors.focus}',
  outlineOffset: '2px',
  boxShadow: '0 0 0 2px {colors.paper}',
} as const;

/**
 * Stands in for RJSF's own widgets and for its fields of lists and branching options: our fields draw lists and widgets, and plain sections
 * do not branch. RJSF calls its list of widgets as it starts, and gets none; it never draws one of the fields.
 */
export function LeftOut(): Record<string, never> {
  return {};
}

/**
 * The section as plain JSON Schema, as a user of RJSF would write it: what conditions show stands under if/then, keywords of
 * this project fall away.
 */
export function standardSchema(node) {
  const { 'x-conditions': conditions = [], errorMessage, ...rest } = node;
  const out = Object.fromEntries(Object.entries(rest).filter(([key]) => !key.startsWith('x-') && key !== '$schema'));
  if (out.items) out.items = standardSchema(out.items);
  if (!out.properties) return out;
  const properties = mapValues(out.properties, standardSchema);
  const shown = new Set(conditions.flatMap(({ show = [] }) => show));
  out.properties = Object.fromEntries(Object.entries(properties).filter(([name]) => !shown.has(name)));
  delete out.additionalProperties;
  if (conditions.length) out.allOf = conditions.map((condition) => branch(condition, properties));
  return out;
}

/** The schema with every property where it is, conditions left out: for engines that keep rules elsewhere. */
export function flatSchema(node) {
  const out = standardSchema({ ...node, 'x-conditions': [] });
  if (node.items) out.items = flatSchema(node.items);
  if (node.properties) out.properties = mapValues(node.properties, flatSchema);
  return out;
}

function branch({ if: test, show = [], require = [] }, properties) {
  const then = { properties: Object.fromEntries(show.map((name) => [name, properties[name]])) };
  return { if: test, then: require.length ? { ...then, required: require } : then };
}

function mapValues(record, change) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

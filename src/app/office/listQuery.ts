import type { ListQuery } from '../../contract/office';

const NAMES = ['search', 'status', 'checks', 'complete', 'assigned', 'property', 'messages', 'sort', 'order'] as const;

/** Reads the list's query from the URL. The server validates the values. */
export function readListQuery(params: URLSearchParams): ListQuery {
  const given = NAMES.map((name) => [name, params.get(name)] as const).filter(([, value]) => value);
  return Object.fromEntries(given) as ListQuery;
}

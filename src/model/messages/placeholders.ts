import { IntlMessageFormat } from 'intl-messageformat';

/** `'{greeting} {property|subscriber}'` → `['greeting', 'property', 'subscriber']` */
export function placeholdersIn(text: string): string[] {
  const names = placesIn(text).flatMap((place) => place.split('|'));
  return [...new Set(names)];
}

/** `'{property|subscriber}'` → `['property|subscriber']` */
export function placesIn(text: string): string[] {
  if (!text.includes('{')) return [];
  // ICU names can't contain '|'.
  const written = text.replace(/\{(\w+(?:\|\w+)+)\}/g, (_, names: string) => `{${names.replaceAll('|', OR)}}`);
  return [...new Set(parse(written).map((name) => name.replaceAll(OR, '|')))];
}

const OR = '__or__';

function parse(text: string): string[] {
  try {
    return namesIn(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst());
  } catch {
    return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  }
}

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

function namesIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => {
    if (!isPlace(part)) return [];
    const options = 'options' in part ? Object.values(part.options) : [];
    return [part.value, ...options.flatMap(({ value }) => namesIn(value))];
  });
}

/** Arguments, numbers, dates, times, selects and plurals. */
const isPlace = (part: Part): part is Extract<Part, { value: string }> => part.type >= 1 && part.type <= 6;

import { IntlMessageFormat } from 'intl-messageformat';
import own from '../../../schemas/language.json' with { type: 'json' };
import { ownMember } from '../answers/paths';

let pageLanguage = own.id;

/** Sets the default language of messages and dates. */
export function setMessageLanguage(language: string): void {
  pageLanguage = language;
}

/** Returns the default language of messages and dates. */
export function messageLanguage(): string {
  return pageLanguage;
}

/**
 * Fills in placeholders: `('{n, plural, one {# item} other {# items}}', { n: 1 })` → `'1 item'`. `{name|n}` uses the
 * first value that isn't empty. Missing values are empty.
 */
export function fillText(template: string, values: Record<string, unknown>, language = pageLanguage): string {
  if (!template.includes('{')) return template;
  return String(compile(chooseNames(template, values), language).format(orEmpty(values)));
}

const chooseNames = (template: string, values: Record<string, unknown>): string =>
  template.replace(/\{(\w+(?:\|\w+)+)\}/g, (_, names: string) => {
    const all = names.split('|');
    return `{${all.find((name) => hasValue(ownMember(values, name))) ?? all[0]}}`;
  });

const hasValue = (value: unknown): boolean => value !== undefined && value !== '';

type Values = Record<string, string | number>;

/** Missing values become empty strings, because the library would otherwise throw. */
function orEmpty(values: Record<string, unknown>): Values {
  return new Proxy<Values>({}, { has: () => true, get: (_, name) => toText(ownMember(values, String(name))) });
}

const toText = (value: unknown): string | number => (typeof value === 'number' ? value : String(value ?? ''));

const compiled = new Map<string, IntlMessageFormat>();

function compile(template: string, language: string): IntlMessageFormat {
  const key = `${language} ${template}`;
  const found = compiled.get(key) ?? parse(template, language);
  compiled.set(key, found);
  return found;
}

function parse(template: string, language: string): IntlMessageFormat {
  try {
    return new IntlMessageFormat(template, language, undefined, { ignoreTag: true });
  } catch {
    return new IntlMessageFormat([{ type: 0, value: template }], language);
  }
}

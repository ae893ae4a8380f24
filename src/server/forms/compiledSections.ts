import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { minifySync } from 'oxc-minify';
import type { Catalog } from '../../model/section/catalog';
import { resolveSection } from '../../model/section/resolveSection';
import type { Checker, PlainSection, SubscriberSettings } from '../../model/types';
import { type CompiledRules, compileRules } from '../../schema-tools/compile';

export interface CompiledSection {
  plain: PlainSection;
  checker: Checker;
  module(): { hash: string; code: string };
}

// Cached, because compiling is slow and depends only on the section's content.
const byContent = new LRUCache<string, CompiledSection>({ max: 2000 });

export function createCompiledSections(
  catalog: Catalog,
  translate: (plain: PlainSection, settings: SubscriberSettings) => PlainSection = (plain) => plain,
): (section: string, settings: SubscriberSettings) => CompiledSection {
  const bySettings = new WeakMap<SubscriberSettings, Map<string, CompiledSection>>();
  return (section, settings) => {
    const known = bySettings.get(settings) ?? new Map<string, CompiledSection>();
    bySettings.set(settings, known);
    const found =
      known.get(section) ??
      compileOnce(translate(resolveSection(catalog.section(section), settings, catalog.messages), settings));
    known.set(section, found);
    return found;
  };
}

function compileOnce(plain: PlainSection): CompiledSection {
  const key = hashText(JSON.stringify(plain));
  const found = byContent.get(key) ?? compileForBoth(plain);
  byContent.set(key, found);
  return found;
}

export function compileForBoth(plain: PlainSection): CompiledSection {
  const rules = compileRules(plain);
  const make = () => {
    const code = validatorModule(rules);
    return { hash: hashText(code), code };
  };
  return { plain, checker: rules.checker, module: lazy(make) };
}

function lazy<Made>(make: () => Made): () => Made {
  let state: { make: () => Made } | { made: Made } = { make };
  return () => {
    if ('make' in state) state = { made: state.make() };
    return state.made;
  };
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

const [BEFORE, AFTER] = ['export default ', ';'];

export function joinModules(modules: ReadonlyMap<string, string>): string {
  const members = [...modules].map(([address, code]) => `${JSON.stringify(address)}:${functionIn(code)}`);
  return `${BEFORE}{${members.join()}}${AFTER}\n`;
}

function functionIn(code: string): string {
  const text = code.trimEnd();
  if (!text.startsWith(BEFORE) || !text.endsWith(AFTER))
    throw new Error(
      `This isn't a module of rules: it begins with '${code.slice(0, 30)}' and ends with '${code.slice(-10)}'`,
    );
  return text.slice(BEFORE.length, -AFTER.length);
}

/** Returns an ES module without imports: `export default (require) => functions`. */
export function validatorModule({ code }: Pick<CompiledRules, 'code'>): string {
  return minify(`export default (require) => {const exports = {}, module = {exports};${code};return exports;};\n`);
}

function minify(code: string): string {
  const { code: short, errors } = minifySync('validator.mjs', code, { module: true });
  if (errors.length) throw new Error(`A compiled validator could not be minified: ${errors[0]?.message}`);
  return short;
}

import { createHash } from 'node:crypto';
import { minifySync } from 'oxc-minify';
import type { Catalogue } from '../../model/catalogue';
import { resolveSection } from '../../model/resolveSection';
import type { Checker, Overlay, PlainSection } from '../../model/types';
import { type CompiledRules, compileRules } from './compile';

export interface CompiledSection {
  plain: PlainSection;
  checker: Checker;
  /** The browser's module and its name; made when first asked for. */
  module(): { hash: string; code: string };
}

// Compiling costs a tenth of a second and depends on the section only, so one process does it once.
const byContent = new Map<string, CompiledSection>();
const mostKept = 2000;

/**
 * Sections of a catalogue under an overlay, compiled once; the same overlay object is looked up without any work.
 * `say` puts a resolved section into another language.
 */
export function createCompiledSections(
  catalogue: Catalogue,
  say: (plain: PlainSection, overlay: Overlay) => PlainSection = (plain) => plain,
): (section: string, overlay: Overlay) => CompiledSection {
  const byOverlay = new WeakMap<Overlay, Map<string, CompiledSection>>();
  return (section, overlay) => {
    const known = byOverlay.get(overlay) ?? new Map<string, CompiledSection>();
    byOverlay.set(overlay, known);
    const found =
      known.get(section) ??
      compileOnce(say(resolveSection(catalogue.section(section), overlay, catalogue.messages), overlay));
    known.set(section, found);
    return found;
  };
}

function compileOnce(plain: PlainSection): CompiledSection {
  const key = hashText(JSON.stringify(plain));
  const found = byContent.get(key) ?? compileForBoth(plain);
  if (byContent.size >= mostKept) byContent.clear();
  byContent.set(key, found);
  return found;
}

/** A section's rules for both sides, without looking whether they are known. */
export function compileForBoth(plain: PlainSection): CompiledSection {
  const rules = compileRules(plain);
  const make = () => {
    const code = validatorModule(rules);
    return { hash: hashText(code), code };
  };
  return { plain, checker: rules.checker, module: once(make) };
}

/** Lets go of what it is made from, which is larger than what is made. */
function once<Made>(make: () => Made): () => Made {
  let state: { make: () => Made } | { made: Made } = { make };
  return () => {
    if ('make' in state) state = { made: state.make() };
    return state.made;
  };
}

/** What a module is stored and addressed by. */
export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

/** What a module of rules begins and ends with, around its function. */
const [BEFORE, AFTER] = ['export default ', ';'];

/** The modules of several sections as one, each function under the address of its own module. */
export function joinModules(modules: ReadonlyMap<string, string>): string {
  const members = [...modules].map(([address, code]) => `${JSON.stringify(address)}:${functionIn(code)}`);
  return `${BEFORE}{${members.join()}}${AFTER}\n`;
}

/** @throws Error for a text that `validatorModule` did not write */
function functionIn(code: string): string {
  const text = code.trimEnd();
  if (!text.startsWith(BEFORE) || !text.endsWith(AFTER))
    throw new Error(`No module of rules begins with '${code.slice(0, 30)}' and ends with '${code.slice(-10)}'`);
  return text.slice(BEFORE.length, -AFTER.length);
}

/**
 * A section's rules as the text of an ES module without eval: `export default (require) => functions`. The helpers ship with the app
 * (`validatorRuntime`), so the module imports nothing.
 */
export function validatorModule({ code }: Pick<CompiledRules, 'code'>): string {
  return minified(`export default (require) => {const exports = {}, module = {exports};${code};return exports;};\n`);
}

/** AJV writes at length: minified, a module takes half the bytes on its way. */
function minified(code: string): string {
  const { code: short, errors } = minifySync('validator.mjs', code, { module: true });
  if (errors.length) throw new Error(`A compiled validator could not be minified: ${errors[0]?.message}`);
  return short;
}

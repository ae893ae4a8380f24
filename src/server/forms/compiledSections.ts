import { createHash } from 'node:crypto';
import type { Catalogue } from '../../model/catalogue';
import { compileRules } from '../../model/compile';
import { resolveSection } from '../../model/resolveSection';
import type { Checker, Overlay, PlainSection } from '../../model/types';
import { validatorModule } from '../../model/validatorModule';

export interface CompiledSection {
  plain: PlainSection;
  checker: Checker;
  /** The browser's module and its name; made when first asked for. */
  module(): { hash: string; code: string };
}

// Compiling costs a tenth of a second and depends on the section alone, so one process does it once.
const byContent = new Map<string, CompiledSection>();
const mostKept = 2000;

/**
 * Sections of a catalogue under an overlay, compiled once; the same overlay object is looked up without any work.
 * `say` puts a resolved section into another language.
 */
export function createCompiledSections(
  catalogue: Catalogue,
  say: (plain: PlainSection) => PlainSection = (plain) => plain,
): (section: string, overlay: Overlay) => CompiledSection {
  const byOverlay = new WeakMap<Overlay, Map<string, CompiledSection>>();
  return (section, overlay) => {
    const known = byOverlay.get(overlay) ?? new Map<string, CompiledSection>();
    byOverlay.set(overlay, known);
    const found =
      known.get(section) ?? compileOnce(say(resolveSection(catalogue.section(section), overlay, catalogue.messages)));
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

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

import { createCatalog } from '../../../src/model/section/catalog';
import { resolveSection } from '../../../src/model/section/resolveSection';
import type { Checker, Context, PlainSection, ServedForm } from '../../../src/model/types';
import { compileSection } from '../../../src/schema-tools/compile';
import { petsSection } from '../../edits/petsStep';
import { NO_SETTINGS } from '../../support/sampleSection';
import { readSchemaFiles } from '../../support/schemaFiles';

const catalog = createCatalog({ ...readSchemaFiles(), ...petsSection });

/**
 * Replaces `src/engine/loadChecker`, whose modules a test can't fetch: `vi.mock('../../../src/engine/loadChecker', ()
 * => import('../support/checkers'))`.
 */
export async function loadChecker({ name }: { name: string }): Promise<Checker> {
  const checker = compiled.get(name) ?? compileSection(plainSection(name));
  compiled.set(name, checker);
  return checker;
}

/** Cached like the original, because compiling a section takes longer than most tests. */
const compiled = new Map<string, Checker>();

/** Returns a form as the server sends it. The sections are the app's, or `their-pets`, which only tests have. */
export function servedForm(sections: string[], context: Partial<Context> = {}): ServedForm {
  return {
    sections: sections.map((name) => ({ ...plainSection(name), validator: `/api/forms/validators/${name}.js` })),
    context: { today: '2026-11-21', ...context },
  };
}

function plainSection(name: string): PlainSection {
  return resolveSection(catalog.section(name), NO_SETTINGS, catalog.messages);
}

// @vitest-environment jsdom
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import robin from '../../../schemas/personas/robin-hale.json';
import { resolveSection } from '../../../src/model/section/resolveSection';
import { readConfigSettings } from '../../../src/model/section/subscriberSettings';
import type { Answers, SampleConfig } from '../../../src/model/types';
import { renderForm } from '../../engine/renderForm';
import { readSchemaFiles, realCatalog } from '../../support/schemaFiles';
import { fillPersona } from '../fillPersona';
import { differences, outlineForm, outlineSchema } from './outline';

const catalog = realCatalog();
const files = readSchemaFiles();
const answers = Object.assign({}, ...Object.values(robin.flows).flatMap((steps) => Object.values(steps))) as Record<
  string,
  Answers
>;

// The larger widgets load lazily.
beforeAll(() =>
  Promise.all([
    import('../../../widgets/BankName'),
    import('../../../widgets/Upload'),
    import('../../../widgets/upload/CheckedFiles'),
    import('../../../widgets/Signature'),
    import('../../../widgets/SignatureStyle'),
  ]),
);

afterEach(cleanup);

async function outlines(section: string, config: string) {
  const settings = readConfigSettings(files[`configs/${config}.json`] as SampleConfig);
  const plain = resolveSection(catalog.section(section), settings, catalog.messages);
  renderForm(plain, { initial: (fillPersona(answers[section]) ?? {}) as Answers });
  await waitFor(() => expect(document.querySelector('[aria-busy=true], .rp-waiting')).toBeNull(), { timeout: 10_000 });
  // File names load in a separate call.
  await act(() => new Promise((done) => setTimeout(done, 20)));
  openFirstRows();
  const form = outlineForm(document.body);
  cleanup();
  return { schema: outlineSchema(plain), form };
}

/** Unfolds the first row of each list. Finished rows are folded. */
function openFirstRows(): void {
  const edits = [...document.querySelectorAll<HTMLElement>('[id$="_0__edit"]')];
  act(() => {
    for (const edit of edits) edit.click();
  });
}

/** Shows the first configuration in full and only differences for the others, to keep it readable. */
describe('the merged schema and the rendered form', () => {
  it.each(catalog.sectionNames)('of %s are those of the snapshot', async (section) => {
    const demo = await outlines(section, 'demo');
    const lines = ['# merged schema, demo', ...demo.schema, '', '# drawn form, demo', ...demo.form];
    for (const config of ['lean', 'strict']) {
      const other = await outlines(section, config);
      lines.push('', `# merged schema, ${config}`, ...differences(demo.schema, other.schema));
      lines.push('', `# drawn form, ${config}`, ...differences(demo.form, other.form));
    }
    expect(lines.length).toBeLessThan(200);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`./${section}.txt`);
  });
});

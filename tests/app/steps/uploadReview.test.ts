import { expect, it } from 'vitest';
import type { LoadedSection } from '../../../src/app/form/panels';
import { reviewBlocks } from '../../../src/app/steps/income/UploadReview';
import { translate } from '../../../src/model/messages/translate';
import { resolveSection } from '../../../src/model/section/resolveSection';
import { NO_SETTINGS } from '../../support/sampleSection';
import { realCatalog } from '../../support/schemaFiles';

it("names a source in the upload review by its chosen option, in the page's language", () => {
  const { section, messages } = realCatalog();
  const plain = resolveSection(section('other-income'), NO_SETTINGS, messages);
  const served = translate(plain, { Pension: 'Pensión de jubilación' });
  const loaded = { name: 'other-income', served } as unknown as LoadedSection;
  const answers = { response: 'Yes', otherincome: [{ id: 2, other_income_type: 'Pension' }] };
  expect(reviewBlocks([loaded], () => answers)).toEqual([
    { documentId: 7, sourceId: 2, n: 1, name: 'Pensión de jubilación' },
  ]);
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { BreakingChange } from '../../../src/schema-tools/impact/breakingChanges';
import { countStored } from '../../../src/server/forms/storedAnswerRepository';
import { createStoredQuery } from '../../../src/server/forms/storedAnswers';
import { expectRecords } from '../../support/fillSteps';
import { openServer } from '../../support/openServer';
import { registerApplicant, type TestApplicant } from '../../support/serverApplicants';
import { engines } from '../../support/serverFixture';

type Change = Pick<BreakingChange, 'field' | 'change' | 'limits' | 'options'>;

const limit = (
  field: string,
  rule: 'maxLength' | 'minLength' | 'maxItems' | 'minItems' | 'maximum',
  now: number,
): Change => ({
  ...{ field, change: 'tightened' },
  limits: [{ rule, now }],
});

describe.each(engines)('stored answers that a change breaks, on $name', async (engine) => {
  let robin: TestApplicant;
  const server = await openServer(engine);
  beforeAll(async () => {
    robin = await registerApplicant(server);
    await put('ssn', { isUS_citizen: 'Yes', SSNNumber: '123-45-6789' });
    const address = [{ reason: 'Too small', city: '', current_rent: 900, property_type: 1 }, { reason: 'Too loud' }];
    await put('address', { address });
    await put('other-details', { is_student: { response: '' }, have_vehicle: {} });
  });
  const put = async (section: string, answers: object) =>
    expectRecords(
      await server.app.inject({
        method: 'PUT',
        url: `/api/drafts/${robin.trn}/${section}`,
        headers: robin.headers,
        payload: { answers },
      }),
    );
  const count = (section: string, change: Change) =>
    countStored(server.deps.db, createStoredQuery({ section, ...change }, []));

  it.each<[string, Change, number]>([
    ['a limit that the longest text meets', limit('address/[]/reason', 'maxLength', 9), 0],
    ['a limit that a text exceeds', limit('address/[]/reason', 'maxLength', 8), 1],
    ['a minimum that all texts meet', limit('address/[]/reason', 'minLength', 8), 0],
    ['a minimum that a text is below', limit('address/[]/reason', 'minLength', 9), 1],
    ['a minimum for a text that was emptied', limit('address/[]/city', 'minLength', 2), 0],
    ['a maximum that equals the number of rows', limit('address', 'maxItems', 2), 0],
    ['a maximum below the number of rows', limit('address', 'maxItems', 1), 1],
    ['a minimum above the number of rows', limit('address', 'minItems', 3), 1],
    ['a number within its limit', limit('address/[]/current_rent', 'maximum', 900), 0],
    ['a number over its limit', limit('address/[]/current_rent', 'maximum', 899), 1],
    ['an option that nobody chose', { field: 'address/[]/property_type', change: 'option-removed', options: [2] }, 0],
    ['an option that somebody chose', { field: 'address/[]/property_type', change: 'option-removed', options: [1] }, 1],
    ['a removed field with answers', { field: 'address/[]/reason', change: 'removed' }, 1],
    ['a removed field that was emptied', { field: 'address/[]/city', change: 'removed' }, 0],
  ])('are counted for %s', async (_what, change, expected) => {
    expect(await count('address', change)).toBe(expected);
  });

  it('include each encrypted answer, because its length is unknown', async () => {
    expect(await count('ssn', limit('SSNNumber', 'maxLength', 200))).toBe(1);
  });

  it('are none for a section without answers', async () => {
    expect(await count('other-details', { field: '', change: 'section-removed' })).toBe(0);
    expect(await count('address', { field: '', change: 'section-removed' })).toBe(1);
  });
});

import { describe, expect, it } from 'vitest';
import { expectRecords, get } from '../../support/fillSteps';
import { openServer } from '../../support/openServer';
import { PROPERTY, registerApplicant } from '../../support/serverApplicants';
import { engines } from '../../support/serverFixture';

describe.each(engines)(
  'the first page and the payment page say when the Secondary Application follows, on $name',
  async (engine) => {
    const server = await openServer(engine);
    const moveTo = (state: string, city: string) =>
      server.deps.db.query("update property set state = $1, city = $2, zip = '' where code = 'harbor-view'", [
        state,
        city,
      ]);
    const hide = (settings: object) =>
      server.deps.db.query(
        "update subscriber set settings = jsonb_set(settings::jsonb, '{fields}', (settings::jsonb -> 'fields') || $1::jsonb)",
        [JSON.stringify(settings)],
      );

    it.each([
      ['TX', 'Austin', {}, 'afterSubmission'],
      ['NY', 'New York', {}, 'afterOffer'],
      ['TX', 'Austin', { secondary_convicted_for_crime: 'Hide' }, 'never'],
    ])('in %s, %s, with the settings %j: %s', async (state, city, settings, secondary) => {
      await moveTo(state, city);
      await hide(settings);
      server.advance(6);
      const headers = { url: 'open', entry: PROPERTY };
      const first = await server.app.inject({ url: '/api/users/registrationpage', headers });
      expect(expectRecords(first)).toMatchObject({ secondary, decision_days: 5 });
      const robin = await registerApplicant(server);
      const fees = await get(server, robin, `/api/payment/fees/${robin.trn}`);
      expect(expectRecords(fees).secondary).toBe(secondary);
    });
  },
);

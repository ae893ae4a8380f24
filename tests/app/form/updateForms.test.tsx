// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type FakeAnswer, records } from '../../api/fakeAdapter';
import { stepApi } from '../steps/stepApi';
import { servedForm } from '../support/checkers';
import { detail } from '../support/records';
import { cleanUpApp, renderApp, signedIn } from '../support/renderApp';

vi.mock('../../../schemas/flows/application.json', () => import('../support/ownFlow'));
vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(cleanUpApp);

const at = (version: string, answer: FakeAnswer): FakeAnswer => ({ ...answer, headers: { 'forms-version': version } });

it('a form that is loading during an update is shown if the newer one fails to load', async () => {
  let give = (_: FakeAnswer) => {};
  const onItsWay = new Promise<FakeAnswer>((resolve) => {
    give = resolve;
  });
  const forms = [
    () => onItsWay,
    () => {
      setTimeout(() => give(records(servedForm(['personal-details', 'proof-of-identity', 'address', 'ssn']))), 100);
      return { status: 500 };
    },
  ];
  const calls = { forms: 0 };
  renderApp(
    '/identification',
    stepApi(
      {},
      {
        'GET /users/applicationdetail': at('v1', detail()),
        'GET /applicant/getidentification/trn-1': at(
          'v2',
          records({ version: 0, documents: [], validation_message: [] }),
        ),
        'GET /forms/words': records({ files: {} }),
        'GET /forms/application/identification': () => (forms[calls.forms++] ?? (() => ({ status: 500 })))(),
      },
    ),
    signedIn,
  );
  expect(await screen.findByRole('button', { name: /^Personal Details/ })).toBeDefined();
  expect(calls.forms).toBeGreaterThan(1);
});

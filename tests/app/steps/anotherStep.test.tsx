// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { records } from '../../api/fakeAdapter';
import { servedForm } from '../support/checkers';
import { detail } from '../support/records';
import { cleanUpApp, type FakeApi, renderApp, signedIn } from '../support/renderApp';
import './stepApi';

vi.mock('../../../schemas/flows/application.json', async () => {
  const { flowWithPets } = await import('../../support/schemaFolder');
  const flow = flowWithPets();
  return { ...flow, default: flow };
});
vi.mock('../../../src/engine/loadChecker', () => import('../support/checkers'));
afterEach(cleanUpApp);

const statusWith = (pets: boolean) =>
  records({
    identification_details_status: true,
    applicant_details_status: true,
    income_banking_status: true,
    pets_status: pets,
  });

/** An applicant who hasn't named their pets yet. */
const api = (changes: FakeApi = {}): FakeApi => ({
  'GET /users/applicationdetail': detail(),
  'GET /users/sectionstatus/trn-1': statusWith(false),
  'GET /forms/application/pets': records(servedForm(['their-pets'])),
  'GET /steps/pets/trn-1': records({ version: 0, documents: [], pets: {} }),
  'GET /drafts/trn-1/their-pets': records(null),
  'PUT /drafts/trn-1/their-pets': records({ revision: 'pets.1' }),
  ...changes,
});

describe('an additional step in the flow file', () => {
  it('appears in its place, and later steps redirect to it', async () => {
    renderApp('/identification/payment', api(), signedIn);
    await screen.findByRole('heading', { level: 1, name: 'Pets' });
    expect(window.location.pathname).toBe('/identification/pets');
    expect(screen.getByText('Please complete Your pets.')).toBeDefined();
    expect(screen.getAllByText('Step 4 of 5').length).toBeGreaterThan(0);
  });

  it('is saved by the usual call', async () => {
    let isSaved = false;
    const save = () => {
      isSaved = true;
      return records({ version: 1 });
    };
    const answers = api({ 'POST /steps/pets': save, 'GET /users/sectionstatus/trn-1': () => statusWith(isSaved) });
    const { requests, user } = renderApp('/identification/pets', answers, signedIn);
    await user.type(await screen.findByLabelText(/^Name of your pet/), 'Momo');
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await waitFor(() => expect(window.location.pathname).toBe('/identification/payment'));
    const sent = requests.find(({ url }) => url === '/steps/pets');
    expect(sent).toMatchObject({ method: 'post', body: { trn_id: 'trn-1', version: 0, pets: { pet_name: 'Momo' } } });
  });

  it('has a read-only view', async () => {
    renderApp(
      '/view/pets',
      api({ 'GET /steps/pets/trn-1': records({ version: 1, pets: { pet_name: 'Momo' } }) }),
      signedIn,
    );
    await screen.findByRole('heading', { level: 1, name: 'Pets' });
    expect((await screen.findByText('Name of your pet', { selector: 'dt' })).nextElementSibling?.textContent).toBe(
      'Momo',
    );
  });
});

// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { lacksFiles } from '../../src/engine/listQuestion';
import { resolveSection } from '../../src/model/section/resolveSection';
import { NO_SETTINGS } from '../support/sampleSection';
import { realCatalog } from '../support/schemaFiles';
import { fakeServices, renderForm } from './renderForm';

afterEach(cleanup);

const proof = {
  id: 5,
  blob_path: 'a/proof.pdf',
  name: 'proof.pdf',
  size: 2000,
  type: 'application/pdf',
  document_id: 15,
  source_id: 1,
};
const initial = {
  convicted_for_crime: { response: 'Yes', explanation: 'Long ago' },
  convictions_on_property: { response: 'No' },
  proof_of_document: { response: 'Yes', files: [proof.blob_path] },
};

function draw(agrees: boolean) {
  const services = fakeServices();
  const documents = [proof];
  services.confirm.mockResolvedValue(agrees);
  const world = { ...services, documents: { ...services.documents, list: () => documents } };
  const catalog = realCatalog();
  const plain = resolveSection(catalog.section('supplemental'), NO_SETTINGS, catalog.messages);
  return { ...renderForm(plain, { initial, services: world }), world };
}

/** Selects No in the nth question. */
const no = (question: number) =>
  screen.getAllByRole<HTMLInputElement>('radio', { name: 'No' })[question] as HTMLInputElement;

describe('an answer that implies files', () => {
  const { ui } = realCatalog().section('supplemental');
  it.each([
    [{ response: 'Yes' }, true],
    [{ response: 'Yes', files: [] }, true],
    [{ response: 'Yes', files: [proof.blob_path] }, false],
    [{ response: 'No' }, false],
  ])('%j still needs its files: %s', (proof_of_document, lacks) => {
    expect(lacksFiles(ui, { ...initial, proof_of_document })).toBe(lacks);
  });
});

describe('the supplemental questionnaire', () => {
  it('deletes the proof after No and a confirmation', async () => {
    const { user, handle, world } = draw(true);
    await user.click(no(2));
    await waitFor(() => expect(world.documents.remove).toHaveBeenCalledWith(proof));
    expect(world.confirm.mock.calls[0]?.[0].title).toBe('Are you sure want to delete document ?');
    await waitFor(() => expect(handle().answers()).toMatchObject({ proof_of_document: { response: 'No' } }));
  });

  it("stays at Yes, with its files, if the deletion isn't confirmed", async () => {
    const { user, handle, world } = draw(false);
    await user.click(no(2));
    await waitFor(() => expect(world.confirm).toHaveBeenCalled());
    expect(world.documents.remove).not.toHaveBeenCalled();
    expect(handle().answers()).toMatchObject({ proof_of_document: { response: 'Yes', files: [proof.blob_path] } });
    expect(no(2).checked).toBe(false);
  });

  it('clears the explanation when the first question is answered No', async () => {
    const { user, handle } = draw(true);
    await user.click(no(0));
    await user.click(screen.getAllByRole('radio', { name: 'Yes' })[0] as HTMLElement);
    expect(JSON.stringify(handle().answers())).not.toContain('Long ago');
  });
});

describe('a pet with a picture', () => {
  it('is deleted together with its picture', async () => {
    const picture = { ...proof, blob_path: 'a/rex.png', name: 'rex.png', type: 'image/png', document_id: 14 };
    const services = fakeServices();
    const documents = [picture, { ...picture, id: 6, blob_path: 'a/tom.png' }];
    const world = { ...services, documents: { ...services.documents, list: () => documents } };
    const catalog = realCatalog();
    const plain = resolveSection(catalog.section('other-details'), NO_SETTINGS, catalog.messages);
    const fields = documents.map(({ blob_path }) => ({ pet_name: blob_path, file: blob_path }));
    const { user, handle } = renderForm(plain, {
      initial: { have_pet: { response: 'Yes', fields } },
      services: world,
    });
    await user.click(screen.getByRole('button', { name: /^Delete.*Animal 1/ }));
    await waitFor(() => expect(handle().answers()).toMatchObject({ have_pet: { fields: [{ file: 'a/tom.png' }] } }));
    expect(world.documents.remove.mock.calls).toEqual([[picture]]);
  });
});

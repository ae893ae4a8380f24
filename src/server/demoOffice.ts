import { scopesOf } from '../model/office';
import { findStatus } from './applications/statusRepository';
import type { DemoOffice } from './features/demo/seedApplications';
import { decide } from './features/office/decide';
import { noteAdditionalData } from './features/office/describeApplication';
import { addNote } from './features/office/officeRepository';
import { issueLink, listPeople, savePerson } from './features/office/peopleRepository';
import { sealText } from './platform/crypto/seal';

export const demoOffice: DemoOffice = {
  async findOwner({ db, clock }, subscriberId, owner) {
    const found = (await listPeople(db, subscriberId)).find(({ email }) => email === owner.email);
    return found ?? { ...owner, id: await savePerson(db, { subscriberId, ...owner, role: 'owner', now: clock() }) };
  },
  issueLink: ({ db }, personId, expiresAt) =>
    issueLink(db, { personId, purpose: 'invitation', expiresAt, isDemo: true }),
  async addNote(deps, trn, personId, text) {
    const sealed = sealText(text, await deps.keyring.keyOf(trn), noteAdditionalData(trn));
    await addNote(deps.db, trn, { by: { kind: 'person', id: personId }, sealed, now: deps.clock() });
  },
  async decide(deps, trn, { id, name, email }, request) {
    const row = await findStatus(deps.db, trn);
    if (!row) return;
    const by = { kind: 'person', id, name: name || email, role: 'owner' } as const;
    const access = { subscriberId: row.subscriber_id, scopes: scopesOf('owner'), by };
    await decide(deps, access, row, { ...request, revision: row.revision });
  },
};

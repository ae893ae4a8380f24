import path from 'node:path';
import type { AnyServer } from '../../support/anyServer';
import { demand, get } from '../../support/fillSteps';
import { askOffice } from '../../support/officePeople';
import type { TestApplicant } from '../../support/serverApplicants';
import { enterOffice, operate } from '../support/officeSession';
import { NOTE, WHY } from './canaries';
import { type Needle, needlesOf } from './forms';

/** No server listens there, so events stay queued. */
const NOBODY = 'http://127.0.0.1:9/hook';

/**
 * The office reads, notes, reveals, requests documents and decides, as a person and by API key. It also exports the
 * application to a folder next to the server's. Returns every secret issued.
 */
export async function walkOffice(
  server: AnyServer,
  folder: string,
  zyx: TestApplicant,
  exported: string,
): Promise<Needle[]> {
  const hook = /whsec_([\w+/=]+)/.exec(await operate(folder, `webhook add demo ${NOBODY}`))?.[1] ?? '';
  const rotated = /whsec_([\w+/=]+)/.exec(await operate(folder, `webhook rotate demo ${NOBODY}`))?.[1] ?? '';
  const key = /rak_[\w-]+/.exec(await operate(folder, 'apikey add demo --scope read,reveal,status'))?.[0] ?? '';
  const guest = await enterOffice(server, folder, 'canary.office@example.com');
  const id = String(demand(await get(server, zyx, '/api/users/applicationdetail')).application_number);
  const ask = (url: string, payload?: object, who: { headers: Record<string, string> } = guest) =>
    askOffice(server, who, `/applications/${id}${url}`, payload);
  demand(await ask('/notes', { text: NOTE }));
  demand(
    await ask('/reveal', { why: WHY, kinds: ['ssn', 'dob', 'bank'] }, { headers: { authorization: `Bearer ${key}` } }),
  );
  const { revision } = demand(await ask(''));
  const asked = demand(
    await ask('/acts', {
      act: 'askDocuments',
      revision,
      documents: [{ document_id: 5, source_id: 0, text: 'Your tax return' }],
    }),
  );
  demand(await ask('/acts', { act: 'decline', revision: asked.revision, bases: ['income'], reasons: ['income'] }));
  await operate(folder, `applications export demo ${id} --to ${path.join(exported, 'whole')} --reveal --why Canary`);
  const handedOut = {
    'API key': [key, key.slice('rak_0123456789_'.length)],
    "webhook's secret": [hook],
    "webhook's next secret": [rotated],
    "authenticator's secret": [guest.factor],
    "token of the office's link": [guest.token],
    "office's session": [guest.headers.cookie.split('=')[1] ?? ''],
  };
  const missing = Object.entries(handedOut).filter(([, spellings]) => spellings.some((text) => text.length < 16));
  if (missing.length > 0) throw new Error(`No ${missing.map(([name]) => name)} was issued`);
  return Object.entries(handedOut).flatMap(([name, spellings]) => needlesOf({ name, spellings, guessable: false }));
}

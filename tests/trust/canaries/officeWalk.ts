import path from 'node:path';
import type { AnyServer } from '../../support/anyServer';
import { expectRecords, get } from '../../support/fillSteps';
import { askOffice } from '../../support/officePeople';
import type { TestApplicant } from '../../support/serverApplicants';
import { logInToOffice, runOperatorCommand } from '../support/officeSession';
import { NOTE, WHY } from './canaries';
import { createPatterns, type SearchPattern } from './forms';

/** No server listens at this URL, so events stay queued. */
const UNUSED_WEBHOOK_URL = 'http://127.0.0.1:9/hook';

/**
 * The office adds a note, reveals facts with an API key, requests documents and declines. The operator exports the
 * application to `exported`. Returns search patterns of the secrets that were issued.
 */
export async function useOffice(
  server: AnyServer,
  folder: string,
  zyx: TestApplicant,
  exported: string,
): Promise<SearchPattern[]> {
  const hook =
    /whsec_([\w+/=]+)/.exec(await runOperatorCommand(folder, `webhook add demo ${UNUSED_WEBHOOK_URL}`))?.[1] ?? '';
  const rotated =
    /whsec_([\w+/=]+)/.exec(await runOperatorCommand(folder, `webhook rotate demo ${UNUSED_WEBHOOK_URL}`))?.[1] ?? '';
  const key =
    /rak_[\w-]+/.exec(await runOperatorCommand(folder, 'apikey add demo --scope read,reveal,status'))?.[0] ?? '';
  const guest = await logInToOffice(server, folder, 'canary.office@example.com');
  const id = String(expectRecords(await get(server, zyx, '/api/users/applicationdetail')).application_number);
  const ask = (url: string, payload?: object, who: { headers: Record<string, string> } = guest) =>
    askOffice(server, who, `/applications/${id}${url}`, payload);
  expectRecords(await ask('/notes', { text: NOTE }));
  expectRecords(
    await ask('/reveal', { why: WHY, kinds: ['ssn', 'dob', 'bank'] }, { headers: { authorization: `Bearer ${key}` } }),
  );
  const { revision } = expectRecords(await ask(''));
  const decision = expectRecords(
    await ask('/acts', {
      act: 'askDocuments',
      revision,
      documents: [{ document_id: 5, source_id: 0, text: 'Your tax return' }],
    }),
  );
  expectRecords(
    await ask('/acts', { act: 'decline', revision: decision.revision, bases: ['income'], reasons: ['income'] }),
  );
  await runOperatorCommand(
    folder,
    `applications export demo ${id} --to ${path.join(exported, 'whole')} --reveal --why Canary`,
  );
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
  return Object.entries(handedOut).flatMap(([name, spellings]) =>
    createPatterns({ name, spellings, guessable: false }),
  );
}

import type { SWRResponse } from 'swr';
import useSWRImmutable from 'swr/immutable';
import type { LicenseMatch, StepRecords } from '../contract/steps';
import { isRecord } from '../model/answers/paths';
import type { LicenseChoice, LicensePart } from '../model/license/licenseFields';
import { getCalls } from '../model/section/flow';
import type { ServedForm, Step } from '../model/types';
import type { ApiError } from './apiError';
import { takeFromBootstrap } from './bootstrap';
import { sendCanceledUploads } from './canceledUploads';
import { request } from './client';
import { formRulesHeader } from './formsVersion';
import { createKey } from './idempotentCall';

/** `version` is the stored version that the save is based on. Use one `key` for all attempts at a save. */
export interface StepSave {
  trnId: string;
  version: number;
  key: string;
  body: Record<string, unknown>;
  form?: Pick<ServedForm, 'sections'>;
}

export interface StepResource {
  get(trnId: string): Promise<StepRecords>;
  save(save: StepSave): Promise<{ version: number } | null>;
}

/**
 * Returns a step's calls. A flow file can give the step its own URLs (docs/spec/001.md, 002-income.md and 003.md).
 * Throws for steps without calls.
 */
export function stepResource(step: Step): StepResource {
  const calls = getCalls(step);
  if (!calls) throw new Error(`The step '${step.id}' has no calls`);
  const { read, save, query } = calls;
  return {
    async get(trn) {
      const url = `${read}/${encodeURIComponent(trn)}`;
      const records = await request('GET /steps/:step/:trn', { params: { step: step.id, trn }, query, url });
      return answersOnly(step, records);
    },
    save: ({ trnId, version, key, body, form }) =>
      request('POST /steps/:step', {
        params: { step: step.id },
        body: { trn_id: trnId, version, ...body },
        key,
        url: save,
        headers: form && formRulesHeader(form),
      }),
  };
}

/** False for steps without calls, such as the payment step. */
export function hasRecords(step: Step): boolean {
  return getCalls(step) !== undefined;
}

/** Fetches answers once per `visit`, so they don't change while someone types. */
export function useStepRecords(
  step: Step | undefined,
  trnId: string,
  visit: string,
): SWRResponse<StepRecords, ApiError> {
  const read = step && hasRecords(step) && (() => findRecords(step, trnId));
  return useSWRImmutable<StepRecords, ApiError>(read ? ['step', step.id, trnId, visit] : null, read || null);
}

async function findRecords(step: Step, trnId: string): Promise<StepRecords> {
  // Otherwise, the records could list a canceled file.
  await sendCanceledUploads();
  return takeFromBootstrap(
    `step ${step.id}`,
    ({ steps: { [step.id]: records } }) => records && answersOnly(step, records),
    () => stepResource(step).get(trnId),
  );
}

/** Removes members that aren't answers, such as the license's barcode (docs/spec/001.md, §3). */
function answersOnly({ sections }: Step, records: StepRecords): StepRecords {
  const parts = sections.flatMap(({ body, beside }) => {
    const own = records[body];
    return beside && isRecord(own) ? [[body, without(own, beside)] as const] : [];
  });
  return { ...records, ...Object.fromEntries(parts) };
}

function without(members: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)));
}

/** Compares the saved answers with the license's barcode. Null if there's no readable barcode to compare. */
export function getLicenseMatch(trn: string): Promise<LicenseMatch | null> {
  return request('GET /applicant/licencematch/:trn', { params: { trn } });
}

/** Rejects with 422 if the document's value is invalid, or with 404 if the document was replaced. */
export function chooseLicense(
  trnId: string,
  document: number,
  choices: Partial<Record<LicensePart, LicenseChoice>>,
): Promise<unknown> {
  const body = { trn_id: trnId, document, ...choices };
  return request('POST /applicant/licencematch', { body, key: createKey() });
}

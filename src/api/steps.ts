import useSWR, { type SWRResponse } from 'swr';
import type { LicenceMatch, StepRecords } from '../contract/steps';
import { callsOf } from '../model/flow';
import type { LicenceChoice, LicencePart } from '../model/ocrFields';
import { isRecord } from '../model/paths';
import type { ServedForm, Step } from '../model/types';
import { createKey } from './act';
import type { ApiError } from './apiError';
import { request } from './client';
import { formRulesHeader } from './formChanges';
import { takeOpened } from './opening';

/** One save of a step. `version` is the one last read; `key` stays the same when the same save is tried again. */
export interface StepSave {
  trnId: string;
  version: number;
  key: string;
  body: Record<string, unknown>;
  /** What the answers were given to. */
  form?: Pick<ServedForm, 'sections'>;
}

/** How a step is read and saved. */
export interface StepResource {
  get(trnId: string): Promise<StepRecords>;
  /** Null when the server answered without a result. */
  save(save: StepSave): Promise<{ version: number } | null>;
}

/** The calls of a step, at the addresses that the flow file names (spec 001 §7, 002 §7, 003 §6). @throws Error for a step that is not saved by itself */
export function stepResource(step: Step): StepResource {
  const calls = callsOf(step);
  if (!calls) throw new Error(`No calls are known for the step '${step.id}'`);
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

/** True for a step whose answers are saved by themselves; the payment's are sent with the payment. */
export function hasRecords(step: Step): boolean {
  return callsOf(step) !== undefined;
}

/**
 * The stored answers of a step, read once per `visit`: a page that is opened again reads anew,
 * one that is being filled in is never exchanged under the applicant.
 */
export function useStepRecords(step: Step, trnId: string, visit: string): SWRResponse<StepRecords, ApiError> {
  const key = hasRecords(step) ? ['step', step.id, trnId, visit] : null;
  return useSWR<StepRecords, ApiError>(key, () => findRecords(step, trnId), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
}

function findRecords(step: Step, trnId: string): Promise<StepRecords> {
  return takeOpened(
    `step ${step.id}`,
    ({ steps: { [step.id]: records } }) => records && answersOnly(step, records),
    () => stepResource(step).get(trnId),
  );
}

/** The records without what the flow says stands next to the answers: what a licence's barcode says is no answer (spec 001 §3). */
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

/** Where the licence and the applicant differ; null without a back side or a barcode that can be read. */
export function getLicenceMatch(trn: string): Promise<LicenceMatch | null> {
  return request('GET /applicant/licencematch/:trn', { params: { trn } });
}

/** Says whose word counts. Rejects with 422 when the document's is no answer, 404 when the document is another by now. */
export function chooseLicence(
  trnId: string,
  document: number,
  choices: Partial<Record<LicencePart, LicenceChoice>>,
): Promise<unknown> {
  const body = { trn_id: trnId, document, ...choices };
  return request('POST /applicant/licencematch', { body, key: createKey() });
}

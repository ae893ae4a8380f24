import { get, idempotent, post } from './client';
import type { StepRecords, StepResource, StepSave } from './stepRecords';

/** Tells the subscriber that the documents are complete (spec 003, section 4). */
export function putInReview(trnId: string, applicationnumber: string): Promise<unknown> {
  return post('/application/inreview', { trn_id: trnId, applicationnumber, isInReview: 1 });
}

/** The dialogs of the success page, each read and saved like a step. */
export const desiredAddress: StepResource = resource('/desired/address', '/desired/address');
export const desiredUnit: StepResource = resource('/desired/unit', '/desired/unit');
export const supplemental: StepResource = resource('/secondary/questions', '/secondary/save');

function resource(readPath: string, savePath: string): StepResource {
  return {
    get: (trnId) => get<StepRecords>(`${readPath}/${encodeURIComponent(trnId)}`),
    save: ({ trnId, version, key, body }: StepSave) =>
      post(savePath, { trn_id: trnId, version, ...body }, idempotent(key)),
  };
}

import { applicationErrors } from '../../applications/applicationErrors';
import type { Blocker } from '../../forms/blockers';
import { createRefuse, defineErrors, generalErrors, type Refusal } from '../../platform/http/errors';
import { staffErrors } from '../../platform/sessions/staffLogin';

export const studioErrors = [
  staffErrors,
  defineErrors('studio', {
    heldBack: 422,
    staleForms: 409,
    laterVersion: 409,
    answersStored: 409,
    tooManyComments: 409,
    unknownName: 422,
    badName: 422,
    nameTaken: 409,
    lastSection: 409,
    samePlace: 409,
  }),
];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...studioErrors);

export function createRejection(findings: Blocker[]): Refusal {
  return refuse('heldBack', { values: { count: findings.length }, records: { findings } });
}

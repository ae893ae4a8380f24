import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';
import { staffErrors } from '../../platform/sessions/staffLogin';

export const studioErrors = [
  staffErrors,
  defineErrors('studio', { heldBack: 422, staleForms: 409, laterVersion: 409, answersStored: 409 }),
];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...studioErrors);

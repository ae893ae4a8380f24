import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';
import { staffErrors } from '../../platform/sessions/staffLogin';

export const officeErrors = [
  staffErrors,
  defineErrors('server-office', {
    secondFactor: 403,
    revealNeeded: 403,
    wrongCode: 400,
    lastOwner: 409,
    announceFirst: 409,
    offerWait: 409,
  }),
];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...officeErrors);

import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';

export const paymentErrors = [
  defineErrors('server-application', {
    wrongAmount: 400,
    paymentDeclined: 400,
    badEvent: 400,
    otherTerms: 409,
    unsavedChanges: 409,
  }),
];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...paymentErrors);

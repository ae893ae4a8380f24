import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';

export const scanErrors = [
  defineErrors('scan', {
    scanEnded: 401,
    scanTaken: 409,
    alreadyUploaded: 409,
    scanBusy: 409,
    frontFirst: 409,
    notAPicture: 415,
  }),
];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...scanErrors);

import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';

export const entryErrors = [
  defineErrors('server', { invitationExpired: 404, emailTaken: 409, usernameTaken: 409, alreadyRegistered: 409 }),
  defineErrors('server-application', { suggestionsDown: 503 }),
];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...entryErrors);

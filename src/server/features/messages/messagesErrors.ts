import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';

export const messagesErrors = [
  defineErrors('server-messages', { threadClosed: 409, tooManyFiles: 422, badEmail: 400 }),
];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...messagesErrors);

import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';

export const accountErrors = [defineErrors('server', { invalidCredentials: 401 })];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...accountErrors);

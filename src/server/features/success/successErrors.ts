import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';

export const successErrors = [defineErrors('server-application', { unfinished: 409 })];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...successErrors);

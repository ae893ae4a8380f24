import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';

export const incomeErrors = [defineErrors('server-application', { sourcesFull: 409 })];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...incomeErrors);

import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';

export const documentsErrors = [defineErrors('server-application', { noSuchSource: 400 })];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...documentsErrors);

import { applicationErrors } from '../../applications/applicationErrors';
import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';

export const stepsErrors = [defineErrors('server', { formChanged: 409, staleDraft: 409 })];

export const refuse = createRefuse(generalErrors, ...applicationErrors, ...stepsErrors);

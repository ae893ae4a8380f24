import { createRefuse, defineErrors, generalErrors } from '../../platform/http/errors';

export const deliveryErrors = [defineErrors('server', { badMailEvent: 400 })];

export const refuse = createRefuse(generalErrors, ...deliveryErrors);

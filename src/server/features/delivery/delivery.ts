import type { Feature } from '../../applications/feature';
import { deliveryErrors } from './deliveryErrors';
import { deliveryRoutes } from './deliveryRoutes';

/** Records bounces of and complaints about our emails. */
export const delivery = { errors: deliveryErrors, routes: deliveryRoutes } satisfies Feature;

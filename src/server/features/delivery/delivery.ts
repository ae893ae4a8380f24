import type { Feature } from '../../applications/feature';
import { deliveryErrors } from './deliveryErrors';
import { deliveryRoutes } from './deliveryRoutes';

/** Records bounced emails and spam complaints. */
export const delivery = { errors: deliveryErrors, routes: deliveryRoutes } satisfies Feature;

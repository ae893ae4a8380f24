import type { Feature } from '../../applications/feature';
import { deliveryErrors } from './deliveryErrors';
import { deliveryRoutes } from './deliveryRoutes';

/** Whether emails arrive. */
export const delivery = { errors: deliveryErrors, routes: deliveryRoutes } satisfies Feature;

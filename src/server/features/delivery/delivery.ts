import type { Feature } from '../../applications/feature';
import { deliveryErrors } from './deliveryErrors';
import { deliveryRoutes } from './deliveryRoutes';

export const delivery = { errors: deliveryErrors, routes: deliveryRoutes } satisfies Feature;

import type { Feature } from '../../applications/feature';
import { newApplicationRoutes } from './newApplicationRoutes';
import { successErrors } from './successErrors';
import { successRoutes } from './successRoutes';

export const success = {
  errors: successErrors,
  routes(api, deps) {
    successRoutes(api, deps);
    newApplicationRoutes(api, deps);
  },
} satisfies Feature;

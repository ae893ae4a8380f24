import type { Feature } from '../../applications/feature';
import { scanErrors } from './scanErrors';
import { scanRoutes } from './scanRoutes';

export const scan = { routes: scanRoutes, errors: scanErrors } satisfies Feature;

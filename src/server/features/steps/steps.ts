import type { Feature } from '../../applications/feature';
import type { StepParts } from '../../applications/steps/stepParts';
import { draftRoutes } from './draftRoutes';
import { stepRoutes } from './stepRoutes';
import { stepsErrors } from './stepsErrors';

export const createSteps = (parts: StepParts): Feature => ({
  errors: stepsErrors,
  routes(api, deps) {
    stepRoutes(api, deps, parts);
    draftRoutes(api, deps);
  },
});

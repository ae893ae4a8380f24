import flow from '../../../schemas/flows/application.json';
import type { Flow, Step } from '../../model/types';

/** The four steps of an application, in their order. The server refuses to start with a flow file of another shape. */
export const applicationFlow = flow as Flow;

/** Where a saved step leads. @throws Error after the last one, which is not saved but paid */
export function nextRoute(step: Step): string {
  const next = applicationFlow.steps[applicationFlow.steps.findIndex(({ id }) => id === step.id) + 1];
  if (!next) throw new Error(`No step comes after '${step.id}'`);
  return next.route;
}

import flow from '../../../schemas/flows/application.json';
import { startOpening } from '../../api/opening';
import type { Flow, Step } from '../../model/types';

/** The four steps of an application, in their order. The server refuses to start with a flow file of another shape. */
export const applicationFlow = flow as Flow;

/** The step that a saved one leads to. @throws Error after the last one, which is not saved but paid */
export function stepAfter(step: Step): Step {
  const next = applicationFlow.steps[applicationFlow.steps.findIndex(({ id }) => id === step.id) + 1];
  if (!next) throw new Error(`No step comes after '${step.id}'`);
  return next;
}

/** Asks for what the page at `path` shows, if it is one that a single call opens. */
export function openAt(path: string): void {
  const address = path.replace(/\/$/, '');
  const step = applicationFlow.steps.find(({ route, viewRoute }) => route === address || viewRoute === address);
  if (step) startOpening('application', step.id);
  if (address === '/success') startOpening('success', 'summary');
}

import type { Catalog } from '../section/catalog';
import type { FlowSection } from '../types';

export interface ListedStep {
  flow: string;
  id: string;
  title: string;
  sections: FlowSection[];
}

const FLOWS = ['application', 'success', 'entry', 'office'];

/** Lists the steps of all flows. */
export function listSteps(catalog: Catalog): ListedStep[] {
  const order = [...FLOWS, ...catalog.flowNames.filter((name) => !FLOWS.includes(name))];
  return order
    .filter((name) => catalog.flowNames.includes(name))
    .flatMap((flow) =>
      catalog.flow(flow).steps.map(({ id, title, sections }) => ({ flow, id, title: title ?? '', sections })),
    );
}

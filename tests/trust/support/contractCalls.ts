import type { Call } from '../../../src/contract/call';
import { resources } from '../../../src/contract/contract';
import { steps } from '../../../src/contract/steps';
import { isRecord } from '../../../src/model/answers/paths';
import { realCatalog } from '../../support/schemaFiles';

export interface DescribedCall extends Call {
  /** The heading of its resource. */
  tag: string;
}

/** Every call of the contract, by its route: `POST /api/scan/:id/open`. */
export const contractCalls: Record<string, DescribedCall> = Object.fromEntries([
  ...namedByFlows(),
  ...resources.flatMap(({ tag, calls }) =>
    Object.entries<Call>(calls).map(([name, call]) => [name.replace(' ', ' /api'), { ...call, tag }]),
  ),
]);

/** Flow files name some steps' calls. */
function namedByFlows(): [string, DescribedCall][] {
  const { tag, calls } = steps;
  return ['application', 'success'].flatMap((flow) =>
    realCatalog()
      .flow(flow)
      .steps.flatMap(({ id, calls: own }) =>
        own
          ? ([
              [`GET /api${own.read}/:trn`, { ...calls['GET /steps/:step/:trn'], tag }],
              [`POST /api${own.save}`, { ...calls['POST /steps/:step'], tag, form: { flow, step: id } }],
            ] as [string, DescribedCall][])
          : [],
      ),
  );
}

/** Returns a value that matches a schema's type, options, length and minimum: `{ id: 1, answer: 'aaa' }`. */
export function sampleOf(schema: unknown): unknown {
  if (!isRecord(schema)) return undefined;
  const { const: only, enum: words, anyOf, items, properties, type, minimum, minLength } = schema;
  if (only !== undefined) return only;
  if (Array.isArray(words)) return words[0];
  if (Array.isArray(anyOf)) return sampleOf(anyOf[0]);
  if (isRecord(properties))
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sampleOf(one)]));
  switch ([type].flat()[0]) {
    case 'array':
      return [sampleOf(items)];
    case 'integer':
    case 'number':
      return Number(minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return 'a'.repeat(Math.max(Number(minLength ?? 0), 3));
    default:
      return {};
  }
}

import type { ServerFieldError } from '../../api/apiError';
import { type SchemaOf, sectionPath } from '../../model/body';
import { parsePointer } from '../../model/paths';
import type { FieldError, Step } from '../../model/types';

/** What the server found wrong: by section, and the messages that belong to no field of this page. */
export interface ServerFindings {
  bySection: Record<string, FieldError[]>;
  unplaced: string[];
}

/** The errors of a 422 brought back to the fields they speak of; `body` is the body that was sent. */
export function placeErrors(
  errors: readonly ServerFieldError[],
  step: Step,
  schemaOf: SchemaOf,
  body: unknown,
): ServerFindings {
  const found: ServerFindings = { bySection: {}, unplaced: [] };
  for (const { path, message } of errors) {
    const place = sectionPath(step, parsePointer(path), schemaOf, body);
    if (!place) found.unplaced.push(message);
    else add(found, place.section, { path: place.path, message, keyword: 'server' });
  }
  return found;
}

function add({ bySection }: ServerFindings, section: string, error: FieldError): void {
  bySection[section] = [...(bySection[section] ?? []), error];
}

import type { FormDeps } from '../forms/formDeps';
import type { FormRepository } from '../forms/formRepository';
import type { Platform } from '../platform/platform';
import type { RecordEvent } from './domainEvents';
import type { Repositories } from './repositories';

export interface ApplicationDeps extends FormDeps {
  recordEvent: RecordEvent;
  stores: Repositories & Platform['stores'] & { forms: FormRepository };
}

import type { Platform } from '../platform/platform';
import type { Forms } from './forms';
import type { FindMessages } from './servedMessages';

export interface FormDeps extends Platform {
  forms: Forms;
  findMessages: FindMessages;
}

import type { SubscriberSettings } from '../../../model/types';
import type { Forms } from '../../forms/forms';
import { configHash } from '../../forms/schemaFiles';

/** Stored with each step and draft. */
export interface FormsUsed {
  schemaVersion: string;
  configHash: string;
}

export function formsUsed({ forms }: { forms: Forms }, settings: SubscriberSettings): FormsUsed {
  return { schemaVersion: forms.schemaVersion, configHash: configHash(settings) };
}

export const checkedUnder = ({ schemaVersion }: Pick<Forms, 'schemaVersion'>, settings: SubscriberSettings): string =>
  `${schemaVersion}/${configHash(settings)}`;

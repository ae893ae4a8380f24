import type { Overlay } from '../../model/types';
import type { Forms } from '../forms/forms';
import { configHash } from '../forms/schemaVersion';

/** Which schema files and which settings answers were given under; goes into every row of answers. */
export interface MadeWith {
  schemaVersion: string;
  configHash: string;
}

export function madeWith({ forms }: { forms: Forms }, overlay: Overlay): MadeWith {
  return { schemaVersion: forms.schemaVersion, configHash: configHash(overlay) };
}

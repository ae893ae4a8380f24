import type { Overlay } from '../../model/types';
import type { Deps } from '../deps';
import { configHash } from '../schemaVersion';

/** Which schema files and which settings answers were given under; goes into every row of answers. */
export interface MadeWith {
  schemaVersion: string;
  configHash: string;
}

export function madeWith({ forms }: Pick<Deps, 'forms'>, overlay: Overlay): MadeWith {
  return { schemaVersion: forms.schemaVersion, configHash: configHash(overlay) };
}

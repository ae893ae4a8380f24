import { describeForbiddenFee } from '../../model/law/feeFor';
import { findPlace, type Home, type Jurisdictions, lawOf, readJurisdictions } from '../../model/law/jurisdictions';
import { describeForbidden, findForbidden } from '../../model/law/lawSettings';
import type { Setting } from '../../model/types';
import { readSchemaFiles } from '../../server/forms/readSchemas';
import { CommandError, type Portal } from './command';

interface Wanted {
  settings?: Record<string, Setting>;
  /** Cents. */
  fee?: number;
}

/** Throws a CommandError with each violated rule, its statute and the fix. */
export async function assertLawful(homes: readonly Home[], wanted: Wanted): Promise<void> {
  const broken = findBroken(readJurisdictions(await readSchemaFiles()), homes, wanted);
  if (broken.length > 0)
    throw new CommandError('The law that applies to a home forbids this:', 1, [...broken, NOT_ADVICE]);
}

export async function assertLawfulFor({ stores }: Portal, subscriber: string, wanted: Wanted): Promise<void> {
  await assertLawful(await stores.forms.listHomes(subscriber), wanted);
}

function findBroken(all: Jurisdictions, homes: readonly Home[], { settings = {}, fee }: Wanted): string[] {
  const places = new Set(homes.map((home) => findPlace(all, home)));
  const broken = [...places].flatMap((place) => {
    const law = lawOf(all, place);
    const ofFee = fee === undefined ? undefined : describeForbiddenFee(fee, law);
    return [...findForbidden(settings, law).map(describeForbidden), ...(ofFee ? [ofFee] : [])];
  });
  return [...new Set(broken)];
}

const NOT_ADVICE = "This isn't legal advice. Ask your lawyer.";

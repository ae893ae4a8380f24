import { type AnswerPlace, linkedPlaces, resealedPlaces } from '../../../model/answers/migrations';
import { expandPattern, getIn, setIn } from '../../../model/answers/paths';
import { type Pii, protections } from '../../../model/answers/pii';
import type { StepAnswers } from '../../../model/answers/stepBody';
import { enqueue } from '../../platform/jobs/jobRepository';
import type { ApplicationDeps } from '../applicationDeps';
import { isSealed, openAllAnswers, openValue, sealValue } from '../sealedAnswers';
import { draftAdditionalData, stepAdditionalData } from './readStored';
import { findWithSections, listDrafts, listSteps, replaceDraft, replaceStep } from './storedAnswerRepository';

const BATCH_SIZE = 100;

export interface ResealJob {
  migration: string;
  after?: string;
}

/**
 * Encrypts stored answers, even signed ones, as `x-pii` now requires. Throws if this process lacks the migration, so
 * that the job is retried.
 */
export async function resealAnswers(
  deps: Pick<ApplicationDeps, 'db' | 'forms' | 'keyring'>,
  { migration, after = '' }: ResealJob,
): Promise<void> {
  const places = sealedPlaces(deps, migration);
  if (places.length === 0) return;
  const sections = [...new Set(places.map(({ section }) => section))];
  const found = await findWithSections(deps.db, sections, after, BATCH_SIZE);
  for (const trn of found) await resealApplication(deps, trn, places, sections);
  const last = found.at(-1);
  if (last !== undefined) await enqueue(deps.db, 'reseal', { migration, after: last });
}

interface SealedPlace extends AnswerPlace {
  kind: Pii;
}

function sealedPlaces({ forms }: Pick<ApplicationDeps, 'forms'>, migration: string): SealedPlace[] {
  const at = forms.migrations.findIndex(({ name }) => name === migration);
  if (at < 0) {
    // The migration was rolled back.
    if (forms.pastMigrations.some(({ name }) => name === migration)) return [];
    throw new Error(`The migration '${migration}' isn't active here yet`);
  }
  return resealedPlaces(forms.migrations.slice(at))
    .filter(({ section }) => forms.catalog.sectionNames.includes(section))
    .flatMap((place) => {
      const kind = protections(forms.catalog.section(place.section).schema).get(place.field);
      return kind ? linkedPlaces(place, forms.pastMigrations).map((one) => ({ ...one, kind })) : [];
    });
}

async function resealApplication(
  { db, keyring }: Pick<ApplicationDeps, 'db' | 'keyring'>,
  trn: string,
  places: readonly SealedPlace[],
  sections: readonly string[],
): Promise<void> {
  const key = await keyring.keyOf(trn);
  for (const { section, data } of await listDrafts(db, trn, sections)) {
    const sealed = sealPlaces({ [section]: data }, places, key, draftAdditionalData(trn, section))[section];
    if (sealed !== data) await replaceDraft(db, trn, section, data, sealed);
  }
  for (const { step, data } of await listSteps(db, trn, sections)) {
    const sealed = sealPlaces(data, places, key, stepAdditionalData(trn, step));
    if (sealed !== data) await replaceStep(db, trn, step, data, sealed);
  }
}

/** Returns the same object if nothing changed. */
function sealPlaces(
  all: StepAnswers,
  places: readonly SealedPlace[],
  key: Buffer,
  additionalData: string,
): StepAnswers {
  return places.reduce(
    (answers, { section, field, kind }) =>
      expandPattern(`${section}/${field}`, answers).reduce((at, path) => {
        const value = getIn(at, path);
        if (value === undefined || isSealed(value)) return at;
        // Fields of a group may be encrypted separately.
        const { clear } = openAllAnswers({ clear: value }, (sealed) =>
          openValue(sealed, key, additionalData, () => undefined),
        );
        return setIn(at, path, sealValue(clear, kind, key, additionalData));
      }, answers),
    all,
  );
}

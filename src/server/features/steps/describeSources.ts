import type { SourcePlace } from '../../../contract/income';
import { findUi, keyOf, recordsIn } from '../../../model/answers/paths';
import { documentId, documentType } from '../../../model/section/documentTypes';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { OpenStep } from '../../applications/steps/openStep';
import type { Translations } from '../../forms/languages';

/** Adds the names of sources, and which jobs can be new. */
export function describeSources(
  deps: Pick<ApplicationDeps, 'forms'>,
  open: OpenStep,
  places: readonly SourcePlace[],
  texts: Translations = {},
): SourcePlace[] {
  return places.map((place) => ({
    ...place,
    ...nameSource(deps, open, place, texts),
    ...(place.document_id === documentId('employment') && { can_be_new: canBeNew(deps, open, place) }),
  }));
}

function nameSource(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  open: OpenStep,
  place: SourcePlace,
  texts: Translations,
): Pick<SourcePlace, 'name'> {
  const { section, list = '', name = '' } = documentType(place.document_id)?.rows ?? {};
  if (!section) return {};
  const { schema, ui } = forms.getPlainSection(section, open.settings);
  const row = recordsIn(open.answers[section]?.[list]).find(({ id }) => id === place.source_id);
  const choices = schema.properties?.[list]?.items?.properties?.[name]?.enum ?? [];
  const titles = findUi(findUi(findUi(ui, list), 'items'), name)['ui:enumNames'];
  const title: unknown = Array.isArray(titles) ? titles[choices.indexOf(row?.[name])] : undefined;
  return typeof title === 'string' ? { name: texts[title] ?? title } : {};
}

/** Evaluates the section's own conditions, as if the source's documents were uploaded in the step. */
function canBeNew(
  { forms }: Pick<ApplicationDeps, 'forms'>,
  open: OpenStep,
  { document_id, source_id, allow_offer_letter }: SourcePlace,
): boolean {
  const { section = '', list = '' } = documentType(document_id)?.rows ?? {};
  const answers = open.answers[section] ?? {};
  const rows = recordsIn(answers[list]);
  const index = rows.findIndex(({ id }) => id === source_id);
  const row = rows[index];
  if (!row) return false;
  const allowOfferLetter = allow_offer_letter || row.allowOfferLetter === true;
  const uploading = { ...row, availableToUpload: 'Yes', allowOfferLetter };
  const checker = forms.getChecker(section, open.settings);
  const { hidden } = checker.shape({ ...answers, [list]: rows.with(index, uploading) }, open.context);
  return !hidden.has(keyOf([list, index, 'allowOfferLetter']));
}

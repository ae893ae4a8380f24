import type { RestructureRequest, StudioChoices } from '../../../contract/studio';
import type { Messages } from '../../../messages/files';
import { fillText } from '../../../model/messages/fillText';
import type { ListedField } from '../../../model/studio/sectionFile';

export type RestructureVerb = RestructureRequest['verb'];

interface MovePlace {
  id: string;
  label: string;
  request: Pick<RestructureRequest, 'names' | 'beside' | 'isAfter'>;
}

export interface RestructureTarget {
  kind: 'field' | 'section';
  label: string;
  /** The section's name and, for a question, the question's path. */
  names: string[];
  places: MovePlace[];
}

type Words = Messages<'studio'>['restructure'];

/** Returns the target for a question. Questions can move only within their group. */
export function fieldTarget(
  section: string,
  { path, label }: ListedField,
  questions: readonly ListedField[],
  words: Words,
): RestructureTarget {
  const names = [section, path.join('/')];
  const group = path.slice(0, -1).join('/');
  const siblings = questions.filter((one) => one.path.slice(0, -1).join('/') === group);
  const others = siblings.filter((one) => one.path.join('/') !== names[1]);
  const place = (one: ListedField, isAfter: boolean): MovePlace => ({
    id: `${isAfter} ${one.path.join('/')}`,
    label: fillText(isAfter ? words.after : words.before, { label: one.label }),
    request: { names, beside: one.path.at(-1) ?? '', isAfter },
  });
  const places = [...others.slice(0, 1).map((one) => place(one, false)), ...others.map((one) => place(one, true))];
  return { kind: 'field', label, names, places };
}

/** Returns the target for a section. Undefined if no step has the section. */
export function sectionTarget(
  section: string,
  label: string,
  steps: StudioChoices['steps'],
): RestructureTarget | undefined {
  const own = steps.find(({ sections }) => sections.includes(section));
  if (!own) return undefined;
  const places = steps
    .filter((one) => one !== own)
    .map(({ id, title }) => ({ id, label: title, request: { names: [section, id] } }));
  return { kind: 'section', label, names: [section], places };
}

/** Returns the request to the server. Undefined while the new name or place is missing. */
export function requestFor(
  { kind, names, places }: RestructureTarget,
  verb: RestructureVerb,
  { name, place }: { name: string; place: string },
): Omit<RestructureRequest, 'changes'> | undefined {
  if (verb === 'retire') return { verb, kind, names };
  if (verb === 'rename') return name ? { verb, kind, names: [...names, name] } : undefined;
  const chosen = places.find(({ id }) => id === place);
  return chosen && { verb, kind, ...chosen.request };
}

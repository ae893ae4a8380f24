import { branch, expandPattern, getIn, keyOf, setIn } from '../../../model/paths';
import { resolveSection } from '../../../model/resolveSection';
import type {
  Answers,
  Context,
  FieldError,
  Overlay,
  Path,
  PlainSection,
  SchemaNode,
  Section,
  UiNode,
} from '../../../model/types';
import { compileSection } from '../../../server/forms/compile';
import { completeSection, isChoice } from './completeSection';

/** A section that can be completed, with answers as proof, or what makes it impossible. */
export interface Proof {
  answers?: Answers;
  stuck?: FieldError;
  /** The option that leads nowhere, where it is one option of a question and not the whole section. */
  option?: { path: Path; value: unknown };
}

/**
 * Shows that a section can be completed under an overlay, whichever option of its questions an applicant takes. The answers of the
 * first way come back with the proof.
 */
export function proveSection(
  section: Section,
  overlay: Overlay,
  messages: Record<string, string>,
  context: Context,
): Proof {
  const plain = resolveSection(section, overlay, messages);
  const checker = compileSection(plain);
  const first = completeSection(plain, checker, context);
  if ('stuck' in first) return { stuck: first.stuck };
  for (const option of otherOptions(plain, first.answers)) {
    const pinned = setIn(first.answers, option.path, option.value);
    const second = completeSection(plain, checker, context, pinned, new Set([keyOf(option.path)]));
    if ('stuck' in second) return { answers: first.answers, stuck: second.stuck, option };
  }
  return { answers: first.answers };
}

/** Every option not taken of each question that could be answered next to these answers. */
function otherOptions(plain: PlainSection, answers: Answers): { path: Path; value: unknown }[] {
  return choicesIn(plain.schema, plain.ui, '').flatMap(({ pattern, node }) =>
    expandPattern(pattern, answers)
      .filter((path) => getIn(answers, path) !== undefined)
      .flatMap((path) =>
        (node.enum ?? [true, false])
          .filter((value) => value !== getIn(answers, path) && !('const' in node))
          .map((value) => ({ path, value })),
      ),
  );
}

function choicesIn(node: SchemaNode, ui: UiNode, at: string): { pattern: string; node: SchemaNode }[] {
  if (ui['ui:widget'] === 'hidden' || node.readOnly) return [];
  const below = (name: string) => branch(ui, name);
  const join = (name: string) => (at ? `${at}/${name}` : name);
  return [
    ...(isChoice(node) ? [{ pattern: at, node }] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, child]) => choicesIn(child, below(name), join(name))),
    ...(node.items ? choicesIn(node.items, below('items'), join('[]')) : []),
  ];
}

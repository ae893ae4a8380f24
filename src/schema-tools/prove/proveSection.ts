import { expandPattern, findUi, getIn, keyOf, setIn } from '../../model/answers/paths';
import { resolveSection } from '../../model/section/resolveSection';
import type {
  Answers,
  Context,
  FieldError,
  Path,
  PlainSection,
  SchemaNode,
  Section,
  SubscriberSettings,
  UiNode,
} from '../../model/types';
import { compileSection } from '../compile';
import { completeSection, isChoice } from './completeSection';

export interface Proof {
  answers?: Answers;
  stuck?: FieldError;
  /** Set if the section can't be completed with this option, but can without it. */
  option?: { path: Path; value: unknown };
}

/** Tries to complete a section, then again with each option that its answers don't use. Skips long option lists. */
export function proveSection(
  section: Section,
  settings: SubscriberSettings,
  messages: Record<string, string>,
  context: Context,
): Proof {
  const plain = resolveSection(section, settings, messages);
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
  const below = (name: string) => findUi(ui, name);
  const join = (name: string) => (at ? `${at}/${name}` : name);
  return [
    ...(isChoice(node) ? [{ pattern: at, node }] : []),
    ...Object.entries(node.properties ?? {}).flatMap(([name, child]) => choicesIn(child, below(name), join(name))),
    ...(node.items ? choicesIn(node.items, below('items'), join('[]')) : []),
  ];
}

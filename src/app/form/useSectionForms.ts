import { useMemo, useState } from 'react';
import type { SummaryError } from '../../engine/ErrorSummary';
import { findControlPath, getLabel, nodeAt, questionAt, rowTitle } from '../../engine/uiOptions';
import { pageMessages } from '../../messages/useMessages';
import type { StepAnswers } from '../../model/answers/stepBody';
import type { Context, FieldError, Path, ServedSection } from '../../model/types';
import { dismissNotices } from '../ui/Toaster';
import {
  createSectionController,
  createSectionListeners,
  type SectionErrors,
  type SectionListener,
} from './sectionController';

export interface SectionForms {
  listen(section: string): SectionListener;
  /** Returns undefined and shows the errors if an answer is invalid. */
  submit(): StepAnswers | undefined;
  refuse(errors: SectionErrors): void;
  focus(section: string, path: Path): void;
  serverErrors: SectionErrors;
  /** Empty unless the last submit was refused. */
  lines: SummaryError[];
  /** Changes with each refused submit, so that the summary is focused again. */
  attempt: number;
}

export function useSectionForms(sections: readonly ServedSection[], context: Context): SectionForms {
  const [controller] = useState(() => createSectionController(() => context));
  const [found, setFound] = useState<SectionErrors>({});
  const [serverErrors, setServerErrors] = useState<SectionErrors>({});
  const [attempt, setAttempt] = useState(0);
  const listen = useMemo(() => createSectionListeners({ controller, setFound }), [controller]);
  const refuse = (errors: SectionErrors) => {
    dismissNotices();
    setFound(errors);
    setAttempt((count) => count + 1);
  };
  return {
    listen,
    submit() {
      const results = sections.map(({ name }) => [name, controller.submit(name)] as const);
      const errors = Object.fromEntries(results.map(([name, result]) => [name, result?.errors ?? []]));
      if (Object.values(errors).every((list) => list.length === 0)) {
        setAttempt(0);
        return Object.fromEntries(results.map(([name, result]) => [name, result?.answers ?? {}]));
      }
      refuse(errors);
      return undefined;
    },
    refuse(errors) {
      setServerErrors(errors);
      refuse(errors);
    },
    focus: controller.focus,
    serverErrors,
    lines: attempt
      ? sections.flatMap((section) => summaryLines(section, found[section.name] ?? [], controller.focus))
      : [],
    attempt,
  };
}

export function summaryLines(
  section: ServedSection,
  errors: readonly FieldError[],
  focus: (section: string, path: Path) => void,
): SummaryError[] {
  const inOrder = errors
    .map((error) => ({ ...error, place: sortKey(section, error.path) }))
    .sort((one, other) => compare(one.place, other.place));
  return inOrder.map(({ path, message }) => ({
    id: [section.name, ...findControlPath(section, path)].join('_'),
    ...nameField(section, path, message),
    message,
    onPick: () => focus(section.name, path),
  }));
}

/** The label is only the field's row if `message` names the field. */
function nameField(section: ServedSection, path: Path, message: string): Pick<SummaryError, 'field' | 'label'> {
  const parts = partsAt(section, path);
  const field = parts.join('');
  const name = parts.at(-1)?.toLowerCase();
  if (!name || !message.toLowerCase().includes(name)) return { field, label: field };
  return { field, label: parts.slice(0, -1).join('').replace(/, $/, '').trim() };
}

function partsAt(section: ServedSection, path: Path): string[] {
  const drawn = findControlPath(section, path);
  return drawn.map((_, depth) => findPart(section, drawn.slice(0, depth + 1), drawn));
}

function findPart(section: ServedSection, path: Path, full: Path): string {
  const depth = full.length;
  const name = path.at(-1);
  if (typeof name === 'number')
    return `${rowTitle(pageMessages('engine'), section, path.slice(0, -1), name)}${path.length < depth ? ', ' : ''}`;
  const node = nodeAt(section, path);
  const question = questionAt(section, path);
  if (path.length === depth) return question ?? (node ? getLabel(node.schema, node.ui, String(name)) : String(name));
  const isNext = questionAt(section, full.slice(0, path.length + 1)) !== undefined && full.length === path.length + 1;
  return node?.schema.type === 'object' && node.schema.title && !isNext ? `${node.schema.title} ` : '';
}

/** Returns a path's order on the page: `['address', 1, 'city']` → `[0, 1, 2]`. Errors of a list come after its rows. */
function sortKey(section: ServedSection, path: Path): number[] {
  const places = path.map((part, depth) => {
    if (typeof part === 'number') return part;
    const above = nodeAt(section, path.slice(0, depth));
    const order = above?.ui['ui:order'] ?? Object.keys(above?.schema.properties ?? {});
    return order.indexOf(part);
  });
  const end = nodeAt(section, path);
  return end?.schema.type === 'array' && !end.ui['ui:widget'] ? [...places, Infinity] : places;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const depth = one.findIndex((place, at) => place !== other[at]);
  return depth < 0 ? one.length - other.length : (one[depth] ?? 0) - (other[depth] ?? -1);
}

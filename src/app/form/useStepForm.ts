import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { SummaryError } from '../../engine/ErrorSummary';
import { historyGaps } from '../../model/answers/addressHistory';
import { isRecord, recordsIn } from '../../model/answers/paths';
import { countPostponed } from '../../model/answers/postponedDocuments';
import type { Days } from '../../model/format/dates';
import { isSubmission } from '../../model/section/flow';
import type { Answers, Context } from '../../model/types';
import { useUnconfirmed } from '../shell/application';
import type { DraftSaver } from './draftSaver';
import type { LoadedStep } from './loadedStep';
import type { Panel } from './panels';
import {
  createSectionController,
  createSectionListeners,
  type SectionController,
  type SectionErrors,
  type SectionListener,
} from './sectionController';
import { useRefusal } from './serverErrors';
import { type OpenPanel, useOpenPanel } from './useOpenPanel';
import { summaryLines } from './useSectionForms';

export interface StepFormState {
  controller: SectionController;
  context: Context;
  place: OpenPanel;
  summary: SummaryError[];
  isDone(index: number): boolean;
  isUnconfirmed(index: number): boolean;
  isValid(index: number): boolean;
  /** True if the error summary is shown and the panel has errors. Unseen panels don't count. */
  isWrong(index: number): boolean;
  postponed: readonly number[];
  /** True if the applicant hasn't reached the panel and it has no answers. */
  isUnseen(index: number): boolean;
  /** Saves the panel's draft and opens the next panel, unless the panel has errors. */
  continueFrom(index: number): void;
  showErrors(errors: SectionErrors): void;
  serverErrors: SectionErrors;
  gaps: Record<string, readonly Days[]>;
  listen(section: string): SectionListener;
}

export type SiblingErrors = (panel: Panel | undefined) => readonly SummaryError[];

const noSiblingErrors: SiblingErrors = () => [];

export function useStepForm(
  loaded: LoadedStep,
  saver: DraftSaver,
  beside: SiblingErrors = noSiblingErrors,
): StepFormState {
  const { panels, behind } = loaded;
  const { context, latest, learn: learnReferences } = useLiveContext(loaded);
  const { section: measured, gaps, measure } = useHistoryGaps(loaded);
  const learn = useCallback(
    (section: string, answers: Answers) => {
      learnReferences(answers);
      measure(section, answers);
    },
    [learnReferences, measure],
  );
  const [controller] = useState(() => createSectionController(latest));
  const [found, setFound] = useState<SectionErrors>(() => findAll(panels, controller));
  const [serverErrors, setServerErrors] = useState<SectionErrors>({});
  const check = (panel: Panel) => setFound((now) => ({ ...now, ...findAll([panel], controller) }));
  useCheckOfNewPanels(panels, () => setFound(findAll(panels, controller)));
  const place = useOpenPanel({ panels, behind, hasReview: isSubmission(loaded.step), controller, onRefuse: check });
  const passed = usePassed(panels, behind, place.open);
  const listen = useMemo(
    () => createSectionListeners({ controller, saver, setFound, learn }),
    [controller, saver, learn],
  );
  const isValid = (index: number) => panels[index]?.sections.every(({ name }) => !found[name]?.length) ?? false;
  const unconfirmed = useUnconfirmed();
  const isUnconfirmed = (index: number) =>
    panels[index]?.sections.some(({ name }) => unconfirmed.includes(name)) ?? false;
  const isDone = (index: number) => index < passed && isValid(index) && !isUnconfirmed(index);
  const open = panels[place.open];
  const summary = place.isRefused ? [...beside(open), ...summaryLinesOfPanels(open, found, controller)] : [];
  if (place.isRefused && summary.length === 0) place.accept();
  const isUnseen = (index: number) => index > passed && !panels[index]?.sections.some(({ isBegun }) => isBegun);
  const isWrong = (index: number) =>
    summary.length > 0 && (index === place.open || !(isUnseen(index) || isValid(index)));
  const postponed = usePostponed(panels, controller);
  useFocusOnOpen(panels[place.open]?.anchor, place.isRefused);
  useRefusal(panels[place.open], place.refusals, controller);
  return {
    controller,
    context,
    place,
    summary,
    isDone,
    isUnconfirmed,
    isValid,
    isWrong,
    postponed,
    isUnseen,
    continueFrom(index) {
      const panel = panels[index];
      const errors = panel ? findAll([panel], controller) : {};
      if (Object.values(errors).some((list) => list.length > 0)) return place.refuse(index);
      // Removes old errors now, because the form's own check waits a second after the last answer.
      setFound((now) => ({ ...now, ...errors }));
      for (const section of panel?.sections ?? []) saver.change(section.name, controller.answers(section));
      place.go(index + 1);
    },
    showErrors(errors) {
      setServerErrors(errors);
      setFound((now) => ({ ...now, ...errors }));
      const wrong = panels.findIndex((panel) => panel.sections.some(({ name }) => errors[name]));
      if (wrong >= 0) place.refuse(wrong, 'server');
    },
    serverErrors,
    gaps: measured ? { [measured]: gaps } : {},
    listen,
  };
}

function useCheckOfNewPanels(panels: readonly Panel[], check: () => void): void {
  const checked = useRef(panels);
  const checkNow = useEffectEvent(check);
  // Runs after the forms' own effects have added new questions.
  useEffect(() => {
    if (checked.current !== panels) checkNow();
    checked.current = panels;
  }, [panels]);
}

/** Counts the panels that the applicant has passed, including panels that staff inserted between completed ones. */
function usePassed(panels: readonly Panel[], behind: number, open: number): number {
  const anchors = panels.map(({ anchor }) => anchor);
  const [passed, setPassed] = useState<readonly string[]>(() => anchors.slice(0, behind));
  const count = Math.max(open, anchors.findLastIndex((anchor) => passed.includes(anchor)) + 1);
  const left = anchors.slice(0, open).filter((anchor) => !passed.includes(anchor));
  if (left.length > 0) setPassed([...passed, ...left]);
  return count;
}

function usePostponed(panels: readonly Panel[], controller: SectionController): readonly number[] {
  // A string, because an array would be a new object each time.
  const counts = useSyncExternalStore(controller.subscribe, () =>
    panels.map((panel) => countPanel(panel, controller)).join(),
  );
  return counts.split(',').map(Number);
}

function countPanel({ sections }: Panel, controller: SectionController): number {
  return sections.reduce((count, section) => count + countPostponed(section.served, controller.answers(section)), 0);
}

function findAll(panels: readonly Panel[], controller: SectionController): SectionErrors {
  const sections = panels.flatMap((panel) => panel.sections);
  return Object.fromEntries(sections.map((section) => [section.name, controller.check(section).errors]));
}

function summaryLinesOfPanels(
  panel: Panel | undefined,
  found: SectionErrors,
  controller: SectionController,
): SummaryError[] {
  return (panel?.sections ?? []).flatMap(({ name, served }) =>
    summaryLines(served, found[name] ?? [], controller.focus),
  );
}

/** Focuses the opened panel, unless the error summary takes the focus. */
function useFocusOnOpen(anchor: string | undefined, isRefused: boolean): void {
  const before = useRef(anchor);
  useEffect(() => {
    if (before.current === anchor) return;
    before.current = anchor;
    if (isRefused) return;
    const toggle = document.getElementById(`${anchor}-toggle`);
    toggle?.scrollIntoView({ block: 'start' });
    toggle?.focus({ preventScroll: true });
  }, [anchor, isRefused]);
}

interface HistoryState {
  section?: string;
  gaps: readonly Days[];
  measure(section: string, answers: Answers): void;
}

function useHistoryGaps({ step, sections, context: { today } }: LoadedStep): HistoryState {
  const section = step.sections.find(({ aside }) => aside === 'history')?.section;
  const initial = sections.find(({ name }) => name === section)?.initial;
  const [gaps, setGaps] = useState(() => gapsIn(initial ?? {}, today));
  const measure = useCallback(
    (name: string, answers: Answers) => {
      if (name !== section) return;
      const found = gapsIn(answers, today);
      setGaps((old) => (JSON.stringify(old) === JSON.stringify(found) ? old : found));
    },
    [section, today],
  );
  return { section, gaps, measure };
}

function gapsIn({ address }: Answers, today: string): readonly Days[] {
  return historyGaps(recordsIn(address), today) ?? [];
}

type Rows = Record<string, unknown>[];

interface LiveContext {
  context: Context;
  /** Returns the current context. Can be called outside a render. */
  latest(): Context;
  learn(answers: Answers): void;
}

/**
 * Adds the form's references to the context, so that an emergency contact can copy a reference that isn't saved yet
 * (docs/spec/001.md).
 */
function useLiveContext({ context: served, sections }: LoadedStep): LiveContext {
  const [references, setReferences] = useState<Rows>(() =>
    sections.flatMap(({ initial }) => referencesIn(initial) ?? []),
  );
  const context = useMemo(() => withReferences(served, references), [served, references]);
  const known = useRef(context);
  known.current = context;
  const latest = useCallback(() => known.current, []);
  const learn = useCallback((answers: Answers) => {
    const found = referencesIn(answers);
    if (found) setReferences((old) => (JSON.stringify(old) === JSON.stringify(found) ? old : found));
  }, []);
  return { context, latest, learn };
}

function withReferences(context: Context, references: Rows): Context {
  return references.length ? { ...context, lists: { ...context.lists, references } } : context;
}

function referencesIn({ reference }: Answers): Rows | undefined {
  if (!isRecord(reference)) return undefined;
  return recordsIn(reference.fields);
}

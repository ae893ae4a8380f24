import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SummaryError } from '../../engine/ErrorSummary';
import { type HistoryGap, historyGaps } from '../../model/addressHistory';
import { isRecord, recordsIn } from '../../model/paths';
import type { Answers, Context } from '../../model/types';
import { useStepActions } from '../shell/stepActions';
import type { DraftSaver } from './draftSaver';
import type { LoadedStep } from './loadedStep';
import type { Panel } from './panels';
import {
  createSectionController,
  createSectionListeners,
  type Findings,
  type SectionController,
  type SectionListener,
} from './sectionController';
import { useRefusal } from './serverErrors';
import { type OpenPanel, useOpenPanel } from './useOpenPanel';
import { summaryLines } from './useSectionForms';

export interface StepFormState {
  controller: SectionController;
  /** What rules and widgets may know next to a section's own answers. */
  context: Context;
  place: OpenPanel;
  /** What is wrong in the open panel, once it was refused; goes as the fields are mended. */
  summary: SummaryError[];
  isDone(index: number): boolean;
  isRight(index: number): boolean;
  /** Whether a panel has never been open: its questions are not yet answered, which is no mistake. */
  isUnseen(index: number): boolean;
  /** Opens the next panel once this one is right; what lies behind is kept as a draft, so that a reload comes back to the next one. */
  goOn(index: number): void;
  /** Opens the first panel in which the server found something. */
  showFindings(findings: Findings): void;
  serverErrors: Findings;
  /** What the address history lacks, by the section that asks for it. */
  gaps: Record<string, readonly HistoryGap[]>;
  /** What a section's form reports to. */
  listen(section: string): SectionListener;
}

/** What is wrong in a panel outside of its sections. */
export type ErrorsBeside = (panel: Panel | undefined) => readonly SummaryError[];

const nothingBeside: ErrorsBeside = () => [];

/** The forms of a step page: what they hold, which panel is open, which are done, what is wrong. `inHands`: see `useOpenPanel`. */
export function useStepForm(
  loaded: LoadedStep,
  saver: DraftSaver,
  { beside = nothingBeside, inHands }: { beside?: ErrorsBeside; inHands?: string } = {},
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
  const [found, setFound] = useState<Findings>(() => findAll(panels, controller));
  const [serverErrors, setServerErrors] = useState<Findings>({});
  const check = (panel: Panel) => setFound((now) => ({ ...now, ...findAll([panel], controller) }));
  const place = useOpenPanel({ panels, behind, inHands, controller, onRefuse: check });
  const [passed, setPassed] = useState(behind);
  if (place.open > passed) setPassed(place.open);
  const listen = useMemo(
    () => createSectionListeners({ controller, saver, setFound, learn }),
    [controller, saver, learn],
  );
  const isRight = (index: number) => panels[index]?.sections.every(({ name }) => !found[name]?.length) ?? false;
  const isDone = (index: number) => index < passed && isRight(index);
  const open = panels[place.open];
  const summary = place.isRefused ? [...beside(open), ...linesOf(open, found, controller)] : [];
  if (place.isRefused && summary.length === 0) place.settle();
  useProgress(panels, { open: place.open, hasErrors: summary.length > 0, isDone });
  useFocusOnOpen(panels[place.open]?.anchor, place.isRefused);
  useRefusal(panels[place.open], place.refusals, controller);
  return {
    controller,
    context,
    place,
    summary,
    isDone,
    isRight,
    // What was begun at an earlier visit was seen then.
    isUnseen: (index) => index > passed && !panels[index]?.sections.some(({ isBegun }) => isBegun),
    goOn(index) {
      const panel = panels[index];
      if (panel && !controller.isRight(panel)) return place.refuse(index);
      for (const section of panels[index]?.sections ?? []) saver.change(section.name, controller.answers(section));
      place.go(index + 1);
    },
    showFindings(findings) {
      setServerErrors(findings);
      setFound((now) => ({ ...now, ...findings }));
      const wrong = panels.findIndex((panel) => panel.sections.some(({ name }) => findings[name]));
      if (wrong >= 0) place.refuse(wrong, 'server');
    },
    serverErrors,
    gaps: measured ? { [measured]: gaps } : {},
    listen,
  };
}

function findAll(panels: readonly Panel[], controller: SectionController): Findings {
  const sections = panels.flatMap((panel) => panel.sections);
  return Object.fromEntries(sections.map((section) => [section.name, controller.check(section).errors]));
}

function linesOf(panel: Panel | undefined, found: Findings, controller: SectionController): SummaryError[] {
  return (panel?.sections ?? []).flatMap(({ name, served }) =>
    summaryLines(served, found[name] ?? [], controller.focus),
  );
}

/** Moves the focus to the heading of a panel that has just opened, and the panel into sight; messages take the focus themselves. */
function useFocusOnOpen(anchor: string | undefined, isRefused: boolean): void {
  const before = useRef(anchor);
  // The focus and the scroll position are the browser's.
  useEffect(() => {
    if (before.current === anchor) return;
    before.current = anchor;
    const toggle = document.getElementById(`${anchor}-toggle`);
    toggle?.scrollIntoView({ block: 'start' });
    if (!isRefused) toggle?.focus({ preventScroll: true });
  }, [anchor, isRefused]);
}

interface Progress {
  open: number;
  hasErrors: boolean;
  isDone(index: number): boolean;
}

/** Tells the shell's stepper which panels are done and which is open, and its heading whether something is wrong. */
function useProgress(panels: readonly Panel[], { open, hasErrors, isDone }: Progress): void {
  const { setProgress } = useStepActions();
  const done = panels.filter((_, index) => isDone(index)).map(({ anchor }) => anchor);
  const current = panels[open]?.anchor;
  // The stepper lies outside the page, in the shell.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `done` is a new list each time; its content counts.
  useEffect(() => setProgress({ done, current, hasErrors }), [setProgress, done.join(), current, hasErrors]);
  // The next page starts with a clean stepper.
  useEffect(() => () => setProgress({ done: [] }), [setProgress]);
}

interface HistoryState {
  /** The section that asks for addresses, if this step has one. */
  section?: string;
  gaps: readonly HistoryGap[];
  /** Measures a section's answers anew. */
  measure(section: string, answers: Answers): void;
}

/** What is missing in the address history of a step, while it is typed; the flow says which section is measured. */
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

function gapsIn({ address }: Answers, today: string): readonly HistoryGap[] {
  return (Array.isArray(address) && historyGaps(address, today)) || [];
}

type Rows = Record<string, unknown>[];

interface LiveContext {
  context: Context;
  /** The same, for whoever asks outside a render. */
  latest(): Context;
  /** Takes what other questions may use of a section's answers. */
  learn(answers: Answers): void;
}

/**
 * The context of a step while it is filled in: an emergency contact can copy a reference typed a moment ago
 * (spec 001, section 3, reference and emergency_reference).
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

/** The references among a section's answers; undefined for a section that does not ask for them. */
function referencesIn({ reference }: Answers): Rows | undefined {
  if (!isRecord(reference)) return undefined;
  return recordsIn(reference.fields);
}

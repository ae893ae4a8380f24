import { useCallback, useMemo, useState } from 'react';
import type { SummaryError } from '../../engine/ErrorSummary';
import type { HistoryGap } from '../../model/addressHistory';
import type { Answers, Context } from '../../model/types';
import { summaryLines } from '../entry/summaryLines';
import type { DraftSaver } from './draftSaver';
import type { LoadedStep } from './loadedStep';
import type { Panel } from './panels';
import { createSectionDesk, type SectionDesk } from './sectionDesk';
import { createSectionListeners, type Findings, type SectionListener } from './sectionListeners';
import { useFocusOnOpen } from './useFocusOnOpen';
import { useHistoryGaps } from './useHistoryGaps';
import { useLiveContext } from './useLiveContext';
import { type OpenPanel, useOpenPanel } from './useOpenPanel';
import { useProgress } from './useProgress';
import { useRefusal } from './useRefusal';

export interface StepFormState {
  desk: SectionDesk;
  /** What rules and widgets may know beside a section's own answers. */
  context: Context;
  place: OpenPanel;
  /** What is wrong in the open panel, once it was refused; goes as the fields are mended. */
  summary: SummaryError[];
  isDone(index: number): boolean;
  isRight(index: number): boolean;
  /** Opens the next panel; what lies behind is kept as a draft, so that a reload comes back to the next one. */
  goOn(index: number): void;
  /** Opens the first panel in which the server found something. */
  showFindings(findings: Findings): void;
  serverErrors: Findings;
  /** What the address history lacks, by the section that asks for it. */
  gaps: Record<string, readonly HistoryGap[]>;
  /** What a section's form reports to. */
  listen(section: string): SectionListener;
}

/** The forms of a step page: what they hold, which panel is open, which are done, what is wrong. */
export function useStepForm(loaded: LoadedStep, saver: DraftSaver): StepFormState {
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
  const [desk] = useState(() => createSectionDesk(latest));
  const [found, setFound] = useState<Findings>(() => findAll(panels, desk));
  const [serverErrors, setServerErrors] = useState<Findings>({});
  const check = (panel: Panel) => setFound((now) => ({ ...now, ...findAll([panel], desk) }));
  const place = useOpenPanel({ panels, behind, desk, onRefuse: check });
  const [passed, setPassed] = useState(behind);
  if (place.open > passed) setPassed(place.open);
  const listen = useMemo(() => createSectionListeners({ desk, saver, setFound, learn }), [desk, saver, learn]);
  const isRight = (index: number) => panels[index]?.sections.every(({ name }) => !found[name]?.length) ?? false;
  const isDone = (index: number) => index < passed && isRight(index);
  const summary = place.isRefused ? linesOf(panels[place.open], found, desk) : [];
  if (place.isRefused && summary.length === 0) place.settle();
  useProgress(panels, { open: place.open, hasErrors: summary.length > 0, isDone });
  useFocusOnOpen(panels[place.open]?.anchor, place.isRefused);
  useRefusal(panels[place.open], place.refusals, desk);
  return {
    desk,
    context,
    place,
    summary,
    isDone,
    isRight,
    goOn(index) {
      for (const section of panels[index]?.sections ?? []) saver.change(section.name, desk.answers(section));
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

function findAll(panels: readonly Panel[], desk: SectionDesk): Findings {
  const sections = panels.flatMap((panel) => panel.sections);
  return Object.fromEntries(sections.map((section) => [section.name, desk.check(section).errors]));
}

function linesOf(panel: Panel | undefined, found: Findings, desk: SectionDesk): SummaryError[] {
  return (panel?.sections ?? []).flatMap(({ name, served }) => summaryLines(served, found[name] ?? [], desk.focus));
}

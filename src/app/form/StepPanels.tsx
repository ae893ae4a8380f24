import { Box } from '@chakra-ui/react/box';
import { memo, type ReactNode, useSyncExternalStore } from 'react';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { SectionForm } from '../../engine/SectionForm';
import { startingAnswers } from '../../engine/startingAnswers';
import { useIncomeChecks } from '../../engine/useIncomeChecks';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { type Days, formatDay } from '../../model/format/dates';
import type { FormServices } from '../../model/formContext';
import { filesInAnswers } from '../../model/income/checks/notes';
import { countSectionNotes } from '../../model/income/checks/sectionNotes';
import { fillText } from '../../model/messages/fillText';
import type { Answers, Context, FieldError } from '../../model/types';
import { Accordion, type PanelNotes } from '../ui/Accordion';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { useErrorsDismissed, useSaveMark } from './DraftStatus';
import type { DraftSaver } from './draftSaver';
import type { LoadedStep } from './loadedStep';
import type { LoadedSection, Panel } from './panels';
import type { SectionListener } from './sectionController';
import { useProgress } from './useProgress';
import type { StepFormState } from './useStepForm';

interface StepPanelsProps {
  loaded: LoadedStep;
  form: StepFormState;
  services: FormServices;
  saver: DraftSaver;
  /** Headings by section, instead of the part names from the flow. */
  headings?: Record<string, string>;
  /** Shows only problems with saving. */
  isQuiet?: boolean;
  before?: Record<string, ReactNode>;
  after?: Record<string, ReactNode>;
  /** Shown at the end of the open section. */
  foot?(nextTab?: ReactNode): ReactNode;
}

export function StepPanels({ loaded: { panels }, form, services, saver, ...parts }: StepPanelsProps) {
  const { headings, isQuiet, before, after, foot } = parts;
  const texts = useMessages('steps');
  const { place, context } = form;
  const shown = place.isFolded ? undefined : place.open;
  const checks = useIncomeChecks(services.checks);
  const files = useSyncExternalStore(services.documents.subscribe, services.documents.list);
  const saved = useSaveMark(saver, isQuiet);
  const notes = panels.map((panel, index): PanelNotes => {
    const answers = panel.sections.map((section) => form.controller.answers(section));
    return {
      later: form.postponed[index],
      ...(checks && countSectionNotes(checks, sectionNames(panel), filesInAnswers(files, answers))),
    };
  });
  useProgress(panels, form, notes);
  useErrorsDismissed(saver);
  const hasAnswers = ({ sections }: Panel) =>
    sections.some((section) => !isUntouched(form.controller.answers(section), untouched(section)));
  const accordion = panels.map((panel, index) => (
    <Accordion
      key={panel.anchor}
      id={panel.anchor}
      title={panel.title}
      open={index === shown}
      done={form.isDone(index)}
      isUnconfirmed={form.isUnconfirmed(index)}
      isWrong={form.isWrong(index)}
      {...notes[index]}
      saved={index === place.open && (saved?.isError || hasAnswers(panel)) ? saved : undefined}
      onToggle={(isOpening) => (isOpening ? place.go(index) : place.fold())}
    >
      {panel.sections.map((section) => (
        <StepSection
          key={section.name}
          section={section}
          context={context}
          services={services}
          heading={headings?.[section.name] ?? section.part}
          before={before?.[section.name]}
          after={after?.[section.name] ?? <HistoryNote gaps={form.gaps[section.name] ?? []} />}
          listener={form.listen(section.name)}
          serverErrors={form.serverErrors[section.name]}
        />
      ))}
      {index === shown && foot?.(index < panels.length - 1 && <NextTab onGo={() => form.continueFrom(index)} />)}
    </Accordion>
  ));
  return (
    <>
      {form.summary.length > 0 && <ErrorSummary key={place.refusals} errors={form.summary} />}
      <p className="rp-help">{texts.section.starred}</p>
      {accordion}
      {shown === undefined && foot?.()}
    </>
  );
}

/** Returns a section's answers, such as defaults, before the applicant fills in anything. */
const untouched = ({ served: { schema, ui } }: LoadedSection): Answers => startingAnswers(schema, ui, {});

/** True if each field is empty or as it was at the start. */
function isUntouched(answer: unknown, start: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return (answer ?? '') === '' || answer === start;
  return Object.entries(answer).every(([key, value]) => isUntouched(value, Object(start)[key]));
}

const sectionNames = ({ sections }: Panel) => sections.map(({ name }) => name);

/** Opens the next panel if this one is valid (docs/decisions/026). */
function NextTab({ onGo }: { onGo(): void }) {
  const texts = useMessages('steps');
  return (
    <Button variant="link" fontSize="small" onClick={onGo}>
      {texts.nextTab}
    </Button>
  );
}

/** Lists gaps in the two-year address history. They don't block the step (docs/spec/001.md). */
function HistoryNote({ gaps }: { gaps: readonly Days[] }) {
  const texts = useMessages('history');
  if (gaps.length === 0) return null;
  return (
    <Banner kind="warning" title={texts.title}>
      <ul>
        {gaps.map((gap) => (
          <li key={gap.from}>{describeGap(gap, texts)}</li>
        ))}
      </ul>
      <p>{texts.text}</p>
    </Banner>
  );
}

function describeGap({ from, to }: Days, texts: Messages<'history'>): string {
  const { lang } = document.documentElement;
  return fillText(from === to ? texts.day : texts.gap, { from: formatDay(from, lang), to: formatDay(to, lang) });
}

interface StepSectionProps {
  section: LoadedSection;
  context: Context;
  services: FormServices;
  listener: SectionListener;
  heading?: string;
  before?: ReactNode;
  after?: ReactNode;
  serverErrors?: FieldError[];
}

function StepSection({ heading, before, after, ...rest }: StepSectionProps) {
  const { served } = rest.section;
  return (
    <>
      {heading && <h3>{heading}</h3>}
      {served.schema.description && (
        <Box as="p" marginBottom="4" color="muted">
          {served.schema.description}
        </Box>
      )}
      {before}
      <Questions {...rest} />
      {after}
    </>
  );
}

/** Validates one second after the last change (docs/spec/002-income.md). */
const Questions = memo(function Questions({
  section,
  listener,
  ...rest
}: Omit<StepSectionProps, 'heading' | 'before' | 'after'>) {
  return (
    <SectionForm
      ref={listener.ref}
      section={section.served}
      checker={section.checker}
      initial={section.initial}
      mode="debounced"
      onChange={listener.onChange}
      onCheck={listener.onCheck}
      {...rest}
    />
  );
});

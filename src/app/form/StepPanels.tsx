import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { memo, type ReactNode, useSyncExternalStore } from 'react';
import historyTexts from '../../../schemas/texts/history.json';
import texts from '../../../schemas/texts/steps.json';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { SectionForm } from '../../engine/SectionForm';
import type { HistoryGap } from '../../model/addressHistory';
import type { IncomeChecks } from '../../model/checks/findings';
import { countNotes } from '../../model/checks/notes';
import { dateText } from '../../model/dates';
import { documentTypes } from '../../model/documents';
import { fillText } from '../../model/fillText';
import type { DocumentChecks, FormServices } from '../../model/formContext';
import type { Context, FieldError } from '../../model/types';
import { Accordion } from '../ui/Accordion';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import type { LoadedStep } from './loadedStep';
import type { LoadedSection, Panel } from './panels';
import type { SectionListener } from './sectionController';
import type { StepFormState } from './useStepForm';

interface StepPanelsProps {
  loaded: LoadedStep;
  form: StepFormState;
  services: FormServices;
  /** What stands before a section's own questions, by section. */
  before?: Record<string, ReactNode>;
}

/** The accordion of a step, its panels opening in order. */
export function StepPanels({ loaded: { panels }, form, services, before }: StepPanelsProps) {
  const { place, context } = form;
  const notes = useNotes(services.checks, panels);
  const accordion = panels.map((panel, index) => (
    <Accordion
      key={panel.anchor}
      id={panel.anchor}
      title={panel.title}
      open={index === place.open && !place.isFolded}
      done={form.isDone(index)}
      notes={notes[index]}
      onToggle={(isOpening) => (isOpening ? place.go(index) : place.fold())}
    >
      {index === place.open && form.summary.length > 0 && <ErrorSummary key={place.refusals} errors={form.summary} />}
      {panel.sections.map((section) => (
        <StepSection
          key={section.name}
          section={section}
          context={context}
          services={services}
          before={before?.[section.name]}
          after={form.gaps[section.name] && <HistoryNote gaps={form.gaps[section.name] ?? []} />}
          listener={form.listen(section.name)}
          serverErrors={form.serverErrors[section.name]}
        />
      ))}
      {index < panels.length - 1 && <NextTab onGo={() => form.goOn(index)} />}
    </Accordion>
  ));
  return (
    <>
      <p className="rp-help">{texts.section.starred}</p>
      {accordion}
    </>
  );
}

/** Opens the next panel once this one is right; else it says what is wrong here (decision 026). */
function NextTab({ onGo }: { onGo(): void }) {
  return (
    <Flex justify="flex-end" paddingTop="4" borderTop="1px solid {colors.hair}">
      <Button onClick={onGo}>{texts.nextTab}</Button>
    </Flex>
  );
}

/** Points out the days of the two most recent years that no address covers; refuses nothing (spec 001 §2, Address). */
function HistoryNote({ gaps }: { gaps: readonly HistoryGap[] }) {
  if (gaps.length === 0) return null;
  return (
    <Banner kind="warning" title={historyTexts.title}>
      <ul>
        {gaps.map((gap) => (
          <li key={gap.from}>{inWords(gap)}</li>
        ))}
      </ul>
      <p>{historyTexts.text}</p>
    </Banner>
  );
}

function inWords({ from, to }: HistoryGap): string {
  return fillText(from === to ? historyTexts.day : historyTexts.gap, { from: dateText(from), to: dateText(to) });
}

const nothing = { subscribe: () => () => undefined, state: () => undefined };

/** How many files of each panel wait for a look: what the checks say of them is not simply right. */
function useNotes(
  { subscribe, state }: Pick<DocumentChecks, 'subscribe'> & { state(): IncomeChecks | undefined } = nothing,
  panels: readonly Panel[],
): number[] {
  const checks = useSyncExternalStore(subscribe, state);
  return panels.map(({ sections }) => {
    const names = sections.map(({ name }) => name);
    const types = documentTypes.filter(({ rows }) => rows && names.includes(rows.section));
    return checks ? types.reduce((count, { id }) => count + countNotes(checks, id), 0) : 0;
  });
}

interface StepSectionProps {
  section: LoadedSection;
  context: Context;
  services: FormServices;
  listener: SectionListener;
  before?: ReactNode;
  after?: ReactNode;
  serverErrors?: FieldError[];
}

/** One section on a step page: its heading where it has one of its own, its form, and what stands before and after it. */
function StepSection({ before, after, ...rest }: StepSectionProps) {
  const { part, served } = rest.section;
  return (
    <>
      {part && <h3>{part}</h3>}
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

/** Validated a second after the last change (spec 002, section 5). */
const Questions = memo(function Questions({ section, listener, ...rest }: Omit<StepSectionProps, 'before' | 'after'>) {
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

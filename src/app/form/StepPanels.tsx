import { memo, type ReactNode } from 'react';
import historyTexts from '../../../schemas/texts/history.json';
import texts from '../../../schemas/texts/steps.json';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { SectionForm } from '../../engine/SectionForm';
import type { HistoryGap } from '../../model/addressHistory';
import { dateText } from '../../model/dates';
import { fillText } from '../../model/fillText';
import type { FormServices } from '../../model/formContext';
import type { Context, FieldError } from '../../model/types';
import { Accordion } from '../ui/Accordion';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import './form.css';
import type { LoadedStep } from './loadedStep';
import type { LoadedSection } from './panels';
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
  const accordion = panels.map((panel, index) => (
    <Accordion
      key={panel.anchor}
      id={panel.anchor}
      title={panel.title}
      open={index === place.open && !place.isFolded}
      done={form.isDone(index)}
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
      {index < panels.length - 1 && form.isRight(index) && <NextTab onGo={() => form.goOn(index)} />}
    </Accordion>
  ));
  return (
    <>
      <p className="rp-help">{texts.section.starred}</p>
      {accordion}
    </>
  );
}

/** Opens the next panel; shown once this one is right (spec 001, section 2). */
function NextTab({ onGo }: { onGo(): void }) {
  return (
    <div className="ap-next-tab">
      <Button onClick={onGo}>{texts.nextTab}</Button>
    </div>
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
      {served.schema.description && <p className="ap-hint">{served.schema.description}</p>}
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

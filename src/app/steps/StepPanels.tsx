import type { ReactNode } from 'react';
import { ErrorSummary } from '../../engine/ErrorSummary';
import type { FormServices } from '../../model/formContext';
import { Accordion } from '../ui/Accordion';
import { HistoryNote } from './HistoryNote';
import type { LoadedStep } from './loadedStep';
import { NextTab } from './NextTab';
import { StepSection } from './StepSection';
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
  return panels.map((panel, index) => (
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
}

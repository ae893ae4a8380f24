import texts from '../../../schemas/texts/steps.json';
import { stepOf } from '../../model/flow';
import { LoadingStep } from '../form/LoadingStep';
import { useApplication } from '../shell/application';
import { applicationFlow } from '../shell/applicationFlow';
import '../form/form.css';
import { useState } from 'react';
import { SectionForm } from '../../engine/SectionForm';
import { useFormServices } from '../form/formServices';
import type { LoadedStep } from '../form/loadedStep';
import { Accordion } from '../ui/Accordion';
import { Warnings } from './Warnings';

/** The read-only twin of a step: the same sections, nothing to change (spec 000, section 6). */
export function ViewPage({ step }: { step: string }) {
  const { trn_id } = useApplication();
  return (
    <>
      <p className="ap-lead">{texts.view.readOnly}</p>
      <LoadingStep key={step} step={stepOf(applicationFlow, step)} trnId={trn_id} purpose="review">
        {(loaded) => <ViewForm loaded={loaded} trnId={trn_id} />}
      </LoadingStep>
    </>
  );
}

/** The sections of a step to read; each panel opens and closes by itself. */
export function ViewForm({ loaded, trnId }: { loaded: LoadedStep; trnId: string }) {
  const services = useFormServices(trnId, loaded);
  const [closed, setClosed] = useState<readonly string[]>([]);
  return (
    <>
      <Warnings messages={loaded.warnings} />
      {loaded.panels.map(({ anchor, viewTitle, sections }) => (
        <Accordion
          key={anchor}
          id={anchor}
          title={viewTitle}
          open={!closed.includes(anchor)}
          onToggle={(open) => setClosed(open ? closed.filter((one) => one !== anchor) : [...closed, anchor])}
        >
          {sections.map(({ name, served, checker, initial }) => (
            <SectionForm
              key={name}
              readonly
              section={served}
              checker={checker}
              context={loaded.context}
              services={services}
              initial={initial}
              mode="debounced"
            />
          ))}
        </Accordion>
      ))}
    </>
  );
}

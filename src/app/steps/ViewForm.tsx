import { useState } from 'react';
import { SectionForm } from '../../engine/SectionForm';
import { Accordion } from '../ui/Accordion';
import type { LoadedStep } from './loadedStep';
import { useFormServices } from './useFormServices';
import { Warnings } from './Warnings';

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

import { useEffect, useState } from 'react';
import type { StepRecords } from '../../../api/stepRecords';
import { SectionForm } from '../../../engine/SectionForm';
import type { Checker, ServedForm } from '../../../model/types';
import { useFormServices } from '../../steps/useFormServices';
import { AboutDocuments } from './AboutDocuments';
import { uploadGroups } from './uploadBlocks';

interface DocumentGroupsProps {
  trnId: string;
  form: ServedForm;
  checkers: Record<string, Checker>;
  income: StepRecords;
  /** Takes the function that counts the files of every kind. */
  onFiles(count: () => number): void;
}

/** The sections of the dialog in their order; each file is sent and deleted at once. */
export function DocumentGroups({ trnId, form, checkers, income, onFiles }: DocumentGroupsProps) {
  const services = useFormServices(trnId, { documents: income.documents ?? [], checks: income.validation_messages });
  // What is drawn is what was there when the dialog opened; the widgets keep what has changed since.
  const [groups] = useState(() => uploadGroups(form.sections, income));
  // Tied to the dialog around it, which asks when it closes.
  useEffect(() => onFiles(() => services.documents.list().length), [onFiles, services]);
  return groups.map(({ name, title, blocks, none }) => (
    <section key={name} className="ap-documents" aria-labelledby={`${name}-title`}>
      <h3 id={`${name}-title`}>{title}</h3>
      <AboutDocuments section={name} title={title} />
      {blocks.length === 0 && <p className="rp-help">{none}</p>}
      {blocks.map((block) => (
        <div key={block.served.name}>
          {block.title && <h4 translate="no">{block.title}</h4>}
          <SectionForm
            section={block.served}
            checker={checkers[name] as Checker}
            context={form.context}
            services={services}
            initial={block.initial}
            mode="live"
          />
        </div>
      ))}
    </section>
  ));
}

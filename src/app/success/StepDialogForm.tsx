import texts from '../../../schemas/texts/success.json';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { SectionForm } from '../../engine/SectionForm';
import { useSectionForms } from '../entry/useSectionForms';
import type { LoadedStep } from '../steps/loadedStep';
import { useFormServices } from '../steps/useFormServices';
import { Button } from '../ui/Button';
import { dialogTexts } from './dialogTexts';
import { useSaveDialog } from './useSaveDialog';

interface StepDialogFormProps {
  loaded: LoadedStep;
  trnId: string;
  readonly: boolean;
  onSaved?(): void;
  /** It was saved and may go. */
  onDone(): void;
}

/** The sections of a dialog with its Save; validated on every change (spec 003, section 5). */
export function StepDialogForm({ loaded, trnId, readonly, onSaved, onDone }: StepDialogFormProps) {
  const services = useFormServices(trnId, loaded);
  const forms = useSectionForms(loaded.sections.map(({ served }) => served));
  const save = useSaveDialog({ loaded, trnId, forms, onSaved, onDone });
  return (
    <>
      {readonly && <p className="rp-note">{texts.secondary.readOnly}</p>}
      {forms.lines.length > 0 && <ErrorSummary key={forms.attempt} errors={forms.lines} />}
      {loaded.sections.map(({ name, served, checker, initial }) => (
        <SectionForm
          key={name}
          ref={forms.port(name).ref}
          section={served}
          checker={checker}
          context={loaded.context}
          services={services}
          initial={initial}
          mode="live"
          readonly={readonly}
          serverErrors={forms.serverErrors[name]}
          onCheck={forms.port(name).onCheck}
        />
      ))}
      {!readonly && (
        <div className="rp-buttons">
          {dialogTexts[loaded.step.id]?.before && <p className="rp-note">{dialogTexts[loaded.step.id]?.before}</p>}
          <Button variant="primary" onClick={() => void save()}>
            {dialogTexts[loaded.step.id]?.save}
          </Button>
        </div>
      )}
    </>
  );
}

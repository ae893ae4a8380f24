import { lazy, Suspense } from 'react';
import texts from '../../../schemas/texts/steps.json';
import { scanAsides } from '../scan/ScanAside';
import { useStepSubmit } from '../shell/stepActions';
import { Banner } from '../ui/Banner';
import { DraftStatus } from './DraftStatus';
import { uploadAsides } from './income/uploadAsides';
import { useDocumentPay } from './income/useDocumentPay';
import type { LoadedStep } from './loadedStep';
import { StepPanels } from './StepPanels';
import './steps.css';
import { useFormServices } from './useFormServices';
import { usePageDrafts } from './usePageDrafts';
import { useSaveStep } from './useSaveStep';
import { useStepForm } from './useStepForm';
import { Warnings } from './Warnings';

const MismatchDialog = lazy(async () => ({ default: (await import('./MismatchDialog')).MismatchDialog }));
const StaleDialog = lazy(async () => ({ default: (await import('./StaleDialog')).StaleDialog }));
const GrossPayDialog = lazy(async () => ({ default: (await import('./income/GrossPayDialog')).GrossPayDialog }));

interface StepFormProps {
  loaded: LoadedStep;
  trnId: string;
}

/** A step being filled in: its sections in order, each change kept as a draft, the whole saved by the footer's button. */
export function StepForm({ loaded, trnId }: StepFormProps) {
  const { marks, saver, conflictAt } = usePageDrafts(loaded, trnId);
  const services = useFormServices(trnId, loaded);
  const form = useStepForm(loaded, saver);
  const saving = useSaveStep({
    loaded,
    form,
    saver,
    marks,
    trnId,
    checks: services.checks,
    documents: services.shelf.list,
  });
  useDocumentPay(loaded, form.desk, services.checks);
  const conflict = saving.conflict ?? conflictAt(form.desk);
  useStepSubmit(saving.save);
  return (
    <>
      <Warnings messages={loaded.warnings} />
      <StepPanels
        loaded={loaded}
        form={form}
        services={services}
        before={{ ...scanAsides(loaded, form, services), ...uploadAsides(loaded, form, services.shelf) }}
      />
      {form.summary.length > 0 && <Banner kind="error" title={texts.banner} />}
      <DraftStatus saver={saver} />
      <Suspense>
        {saving.mismatch && <MismatchDialog {...saving.mismatch} />}
        {saving.grossPay && <GrossPayDialog {...saving.grossPay} />}
        {conflict && <StaleDialog {...conflict} />}
      </Suspense>
    </>
  );
}

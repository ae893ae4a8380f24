import { useState } from 'react';
import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/success.json';
import type { ApplicationSummary } from '../../api/summary';
import type { ApplicationType } from '../../model/types';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { type DialogTexts, dialogTexts } from './dialogTexts';
import { DocumentUpload } from './documents/DocumentUpload';
import { StepDialog } from './StepDialog';
import { desiredStep, supplementalStep } from './successFlow';

interface SuccessActionsProps {
  summary: ApplicationSummary;
  trnId: string;
  onChanged(): void;
}

/** What may still be done: the supplemental questionnaire, the desired home, a look at what was handed in. */
export function SuccessActions({ summary, trnId, onChanged }: SuccessActionsProps) {
  const { application_type } = useApplication();
  return (
    <>
      <DocumentUpload summary={summary} trnId={trnId} onChanged={onChanged} />
      {summary.secondary_status && <Supplemental summary={summary} trnId={trnId} onChanged={onChanged} />}
      <div className="rp-buttons ap-success-actions">
        <Desired type={application_type} trnId={trnId} />
        <Link className="rp-button" to="/viewconsent">
          {texts.footer.consent}
        </Link>
        <Link className="rp-button" to="/view">
          {texts.footer.application}
        </Link>
      </div>
    </>
  );
}

function Desired({ type, trnId }: { type: ApplicationType; trnId: string }) {
  const [isOpen, setOpen] = useState(false);
  const step = desiredStep(type);
  const { link, title } = dialogTexts[step.id] as DialogTexts;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{link}</Button>
      {isOpen && <StepDialog step={step} trnId={trnId} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The link and its dialog keep their places when a save completes the questionnaire: the dialog stays its two seconds and gives the focus back. */
function Supplemental({ summary: { secondary_complete }, trnId, onChanged }: SuccessActionsProps) {
  const [isOpen, setOpen] = useState(false);
  const { link, completed, incomplete, title } = texts.secondary;
  return (
    <>
      <Banner kind={secondary_complete ? 'success' : 'warning'} title={secondary_complete ? undefined : incomplete}>
        <Button onClick={() => setOpen(true)}>{secondary_complete ? completed : link}</Button>
      </Banner>
      {isOpen && (
        <StepDialog
          step={supplementalStep}
          trnId={trnId}
          title={title}
          readonly={secondary_complete}
          onSaved={onChanged}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

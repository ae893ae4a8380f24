import texts from '../../../schemas/texts/steps.json';
import { stepOf } from '../../model/flow';
import { StepAnswers } from '../form/StepAnswers';
import { applicationFlow, useApplication } from '../shell/application';

/** The read-only twin of a step: the same sections as text, nothing to change (spec 000, section 6). */
export function ViewPage({ step }: { step: string }) {
  const { trn_id } = useApplication();
  return (
    <>
      <p className="rp-frame__lead">{texts.view.readOnly}</p>
      <StepAnswers
        key={step}
        step={stepOf(applicationFlow, step)}
        trnId={trn_id}
        level={2}
        titleOf={({ title, viewTitle }) => viewTitle ?? title}
      />
    </>
  );
}

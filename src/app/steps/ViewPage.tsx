import texts from '../../../schemas/texts/steps.json';
import { stepOf } from '../../model/flow';
import { useApplication } from '../shell/application';
import { applicationFlow } from './applicationFlow';
import { LoadingStep } from './LoadingStep';
import './steps.css';
import { ViewForm } from './ViewForm';

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

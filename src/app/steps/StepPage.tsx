import { stepOf } from '../../model/flow';
import { useApplication } from '../shell/application';
import { applicationFlow } from './applicationFlow';
import { LoadingStep } from './LoadingStep';
import { StepForm } from './StepForm';

/** One of the steps 1 to 3, drawn from the flow file; `step` is its id there. */
export function StepPage({ step }: { step: string }) {
  const { trn_id } = useApplication();
  return (
    <LoadingStep key={step} step={stepOf(applicationFlow, step)} trnId={trn_id}>
      {(loaded) => <StepForm loaded={loaded} trnId={trn_id} />}
    </LoadingStep>
  );
}

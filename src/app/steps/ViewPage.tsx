import { useMessages } from '../../messages/useMessages';

import { findStep } from '../../model/section/flow';
import { StepAnswers } from '../form/StepAnswers';
import { applicationFlow, useApplication } from '../shell/application';

/** Shows a step as read-only text (docs/spec/000.md, §6). */
export function ViewPage({ step }: { step: string }) {
  const messages = useMessages('steps').view;
  const { trn_id } = useApplication();
  return (
    <>
      <p className="rp-frame__lead">{messages.readOnly}</p>
      <StepAnswers
        key={step}
        step={findStep(applicationFlow(), step)}
        trnId={trn_id}
        level={2}
        getTitle={({ title, viewTitle }) => viewTitle ?? title}
      />
    </>
  );
}

import { Box } from '@chakra-ui/react/box';
import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/payment.json';
import { hasRecords } from '../../api/steps';
import { fillText } from '../../model/fillText';
import { stepOf } from '../../model/flow';
import type { Step } from '../../model/types';
import { StepAnswers } from '../form/StepAnswers';
import { applicationFlow, comeBackToReview, usePassedReview } from '../shell/application';

interface ReviewProps {
  trnId: string;
  /** Under which the page reads what is stored. */
  visit: string;
}

/** 'Check your answers': what will be signed, section by section, each with a way to change it and back. */
export function Review({ trnId, visit }: ReviewProps) {
  usePassedReview();
  return (
    <Box as="section" aria-labelledby="review" marginBottom="6">
      <h2 id="review">{texts.review.title}</h2>
      <p className="rp-help">{texts.review.intro}</p>
      {applicationFlow.steps.filter(hasRecords).map((step) => (
        <ReviewStep key={step.id} step={step} trnId={trnId} visit={visit} />
      ))}
    </Box>
  );
}

/** The saved answers of one step, to read; says which other step has to be saved again when this one is changed. */
function ReviewStep({ step, trnId, visit }: ReviewProps & { step: Step }) {
  return (
    <>
      <Box as="h3" marginBlock="{spacing.6} {spacing.3}">
        {step.title}
      </Box>
      {step.reopens && (
        <Box as="p" className="rp-help" marginBlock="-0.5rem {spacing.3}">
          {fillText(texts.review.reopens, { step: step.title, next: stepOf(applicationFlow, step.reopens).title })}
        </Box>
      )}
      <StepAnswers
        step={step}
        trnId={trnId}
        visit={visit}
        level={4}
        titleOf={({ title }) => title}
        action={(part, title) => (
          <Link
            to={`${step.route}#${part?.anchor}`}
            aria-label={fillText(texts.review.editWhat, { title })}
            onClick={comeBackToReview}
          >
            {texts.review.edit}
          </Link>
        )}
      />
    </>
  );
}

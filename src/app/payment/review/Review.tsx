import { useState } from 'react';
import texts from '../../../../schemas/texts/payment.json';
import { createKey } from '../../../api/client';
import type { Step } from '../../../model/types';
import { applicationFlow } from '../../steps/applicationFlow';
import '../../success/success.css';
import { ReviewStep } from './ReviewStep';
import { usePassedReview } from './reviewReturn';

const earlier: Step[] = applicationFlow.steps.filter(({ id }) => id !== 'payment');

/** 'Check your answers': what will be signed, section by section, each with a way to change it and back. */
export function Review({ trnId }: { trnId: string }) {
  const [visit] = useState(createKey);
  usePassedReview();
  return (
    <section className="ap-review" aria-labelledby="review">
      <h2 id="review">{texts.review.title}</h2>
      <p className="rp-help">{texts.review.intro}</p>
      {earlier.map((step) => (
        <ReviewStep key={step.id} step={step} trnId={trnId} visit={visit} />
      ))}
    </section>
  );
}

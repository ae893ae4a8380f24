import { Link } from 'react-router-dom';
import texts from '../../../../schemas/texts/payment.json';
import stepTexts from '../../../../schemas/texts/steps.json';
import { answerLines } from '../../../model/answerLines';
import { fillText } from '../../../model/fillText';
import type { Answers, ServedSection, Step } from '../../../model/types';
import { comeBackToReview } from './reviewReturn';

interface ReviewSectionProps {
  step: Step;
  served: ServedSection;
  answers?: Answers;
}

/** A section's answers in words, and the link that changes them. */
export function ReviewSection({ step, served: { name, schema, ui }, answers }: ReviewSectionProps) {
  const part = step.sections.find(({ section }) => section === name);
  const title = part?.title ?? schema.title ?? '';
  const lines = answerLines(schema, ui, answers, stepTexts.answers);
  return (
    <section className="ap-review-section" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <Link
          to={`${step.route}#${part?.anchor}`}
          aria-label={fillText(texts.review.editWhat, { title })}
          onClick={comeBackToReview}
        >
          {texts.review.edit}
        </Link>
      </header>
      {lines.length === 0 && <p className="rp-help">{texts.review.none}</p>}
      <dl className="ap-summary">
        {lines.map(({ key, label, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd translate="no">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/payment.json';
import stepTexts from '../../../schemas/texts/steps.json';
import { useForm } from '../../api/forms';
import { hasRecords, useStepRecords } from '../../api/steps';
import { answerCard } from '../../model/answerCards';
import { fillText } from '../../model/fillText';
import { stepOf } from '../../model/flow';
import type { StoredDocument } from '../../model/formContext';
import type { Answers, ServedSection, Step } from '../../model/types';
import { AnswerSection } from '../form/AnswerCards';
import { LoadFailed } from '../form/LoadFailed';
import { storedAnswers } from '../form/loadedStep';
import { applicationFlow } from '../shell/applicationFlow';
import { comeBackToReview, usePassedReview } from '../shell/reviewReturn';
import { Skeleton } from '../ui/Skeleton';

interface ReviewProps {
  trnId: string;
  /** Under which the page reads what is stored. */
  visit: string;
}

/** 'Check your answers': what will be signed, section by section, each with a way to change it and back. */
export function Review({ trnId, visit }: ReviewProps) {
  usePassedReview();
  return (
    <section className="ap-review" aria-labelledby="review">
      <h2 id="review">{texts.review.title}</h2>
      <p className="rp-help">{texts.review.intro}</p>
      {applicationFlow.steps.filter(hasRecords).map((step) => (
        <ReviewStep key={step.id} step={step} trnId={trnId} visit={visit} />
      ))}
    </section>
  );
}

/** The saved answers of one step, to read; says which other step has to be saved again when this one is changed. */
function ReviewStep({ step, trnId, visit }: ReviewProps & { step: Step }) {
  const form = useForm('application', step.id);
  const records = useStepRecords(step, trnId, visit);
  const error = form.error ?? records.error;
  const answers = form.data && records.data && storedAnswers(step, form.data.sections, records.data);
  return (
    <>
      <h3>{step.title}</h3>
      {step.reopens && (
        <p className="rp-help">
          {fillText(texts.review.reopens, { step: step.title, next: stepOf(applicationFlow, step.reopens).title })}
        </p>
      )}
      {!answers && !error && <Skeleton lines={12} holdsRest />}
      {!answers && error && (
        <LoadFailed step={step.id} error={error} onRetry={() => void Promise.all([form.mutate(), records.mutate()])} />
      )}
      {answers &&
        form.data?.sections.map((served) => (
          <ReviewSection
            key={served.name}
            step={step}
            served={served}
            answers={answers[served.name]}
            documents={records.data?.documents ?? []}
          />
        ))}
    </>
  );
}

interface ReviewSectionProps {
  step: Step;
  served: ServedSection;
  answers?: Answers;
  documents: readonly StoredDocument[];
}

/** A section's answers in words, and the link that changes them. */
function ReviewSection({ step, served: { name, schema, ui }, answers, documents }: ReviewSectionProps) {
  const part = step.sections.find(({ section }) => section === name);
  const title = part?.title ?? schema.title ?? '';
  const edit = (
    <Link
      to={`${step.route}#${part?.anchor}`}
      aria-label={fillText(texts.review.editWhat, { title })}
      onClick={comeBackToReview}
    >
      {texts.review.edit}
    </Link>
  );
  const card = answerCard(title, { schema, ui, words: stepTexts.answers }, answers);
  return <AnswerSection card={card} documents={documents} action={edit} />;
}

import { useCallback, useRef, useState } from 'react';
import texts from '../../../schemas/texts/payment.json';
import type { Answers, ServedSection, Step } from '../../model/types';
import { DraftStatus } from '../form/DraftStatus';
import { useFormServices } from '../form/formServices';
import { type LoadedStep, storedAnswers } from '../form/loadedStep';
import { StaleDialog } from '../form/StaleDialog';
import { StepPanels } from '../form/StepPanels';
import { usePageDrafts } from '../form/usePageDrafts';
import { useStepForm } from '../form/useStepForm';
import { applicationFlow } from '../shell/applicationFlow';
import { useStepSubmit } from '../shell/stepActions';
import { AnswerList } from '../ui/AnswerList';
import { Banner } from '../ui/Banner';
import { feeOf } from '../ui/money';
import { CardArea, type CardState } from './CardArea';
import { usePayment } from './usePayment';
import '../ui/summary.css';
import { Link } from 'react-router-dom';
import stepTexts from '../../../schemas/texts/steps.json';
import { useForm } from '../../api/forms';
import { hasRecords, useStepRecords } from '../../api/steps';
import { useTerms } from '../../api/users';
import type { Terms as TermsText } from '../../contract/application';
import { answerLines } from '../../model/answerLines';
import { fillText } from '../../model/fillText';
import { LoadFailed } from '../form/LoadFailed';
import { comeBackToReview, usePassedReview } from '../shell/reviewReturn';
import { Accordion } from '../ui/Accordion';
import { Button } from '../ui/Button';
import { RichText } from '../ui/RichText';
import { Skeleton } from '../ui/Skeleton';

interface PaymentFormProps {
  loaded: LoadedStep;
  card: CardState;
  trnId: string;
  /** Under which the page reads what is stored. */
  visit: string;
}

/** How long an empty signature is pointed out on the card form and on the page (spec 002, section 9); the message at the field stays. */
const UNSIGNED_SHOWN_FOR = { card: 2_000, page: 6_000 };

/** The fourth step being filled in; the footer's button pays. */
export function PaymentForm({ loaded, card, trnId, visit }: PaymentFormProps) {
  const { saver, conflictAt } = usePageDrafts(loaded, trnId, ['signature']);
  const services = useFormServices(trnId, loaded);
  const form = useStepForm(loaded, saver);
  const conflict = conflictAt(form.controller);
  const [isUnsignedOnCard, tellOnCard] = useFlash(UNSIGNED_SHOWN_FOR.card);
  const [isUnsigned, tellOnPage] = useFlash(UNSIGNED_SHOWN_FOR.page);
  const onUnsigned = () => {
    tellOnCard();
    tellOnPage();
  };
  const { fees, retry } = card;
  const [feeBefore, setFeeBefore] = useState<number>();
  const onFeeChanged = () => {
    setFeeBefore(fees && feeOf(fees));
    retry();
  };
  const terms = useTerms(trnId);
  const [areTermsNew, setTermsNew] = useState(false);
  const onTermsChanged = (now: TermsText) => {
    void terms.mutate(now, { revalidate: false });
    // The box was checked for other terms.
    form.controller.write('consent', [{ path: ['concent'], value: false }]);
    setTermsNew(true);
  };
  const changes = { onFeeChanged, onTermsChanged };
  useStepSubmit(usePayment({ loaded, form, saver, trnId, fees, terms: terms.data, onUnsigned, ...changes }));
  const cardForm = (
    <>
      {isUnsignedOnCard && <Banner kind="error" title={texts.signature.missing} isSilent />}
      <CardArea {...card} feeBefore={feeBefore} />
    </>
  );
  const before = { consent: <Terms terms={terms} areNew={areTermsNew} />, payment: cardForm };
  return (
    <>
      <Review trnId={trnId} visit={visit} />
      <StepPanels loaded={loaded} form={form} services={services} before={before} />
      {isUnsigned && <Banner kind="error" title={texts.signature.missing} />}
      {!isUnsigned && form.summary.length > 0 && <Banner kind="error" title={texts.banner.answer} />}
      <DraftStatus saver={saver} />
      {conflict && <StaleDialog {...conflict} />}
    </>
  );
}

/** True for `duration` milliseconds after each `flash()`. */
function useFlash(duration: number): [boolean, () => void] {
  const [isOn, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flash = useCallback(() => {
    clearTimeout(timer.current);
    setOn(true);
    timer.current = setTimeout(() => setOn(false), duration);
  }, [duration]);
  return [isOn, flash];
}

const earlier: Step[] = applicationFlow.steps.filter(hasRecords);

/** 'Check your answers': what will be signed, section by section, each with a way to change it and back. */
function Review({ trnId, visit }: Pick<PaymentFormProps, 'trnId' | 'visit'>) {
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

/** The terms to read before they are agreed to: the provider's and the subscriber's; `areNew` once a payment was refused for others. */
function Terms({ terms, areNew }: { terms: ReturnType<typeof useTerms>; areNew: boolean }) {
  const { data, error, mutate } = terms;
  if (error && !data)
    return (
      <Banner kind="error" title={texts.terms.failed}>
        <Button onClick={() => void mutate()}>{texts.card.retry}</Button>
      </Banner>
    );
  if (!data) return <Skeleton lines={6} />;
  return (
    <>
      {areNew && <Banner kind="warning" title={texts.terms.changed} />}
      <p className="rp-help">{texts.terms.intro}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
      <section className="ap-terms" aria-label={texts.terms.region} tabIndex={0}>
        <RichText html={data.text} />
        <RichText html={data.subscriber_text} />
      </section>
    </>
  );
}

interface ReviewStepProps {
  step: Step;
  trnId: string;
  visit: string;
}

/** The saved answers of one step, to read. */
function ReviewStep({ step, trnId, visit }: ReviewStepProps) {
  const [isOpen, setOpen] = useState(true);
  const form = useForm('application', step.id);
  const records = useStepRecords(step, trnId, visit);
  const error = form.error ?? records.error;
  const answers = form.data && records.data && storedAnswers(step, form.data.sections, records.data);
  return (
    <Accordion id={`review-${step.id}`} title={step.title} open={isOpen} onToggle={setOpen}>
      {!answers && !error && <Skeleton lines={12} holdsRest />}
      {!answers && error && (
        <LoadFailed step={step.id} error={error} onRetry={() => void Promise.all([form.mutate(), records.mutate()])} />
      )}
      {answers &&
        form.data?.sections.map((served) => (
          <ReviewSection key={served.name} step={step} served={served} answers={answers[served.name]} />
        ))}
    </Accordion>
  );
}

interface ReviewSectionProps {
  step: Step;
  served: ServedSection;
  answers?: Answers;
}

/** A section's answers in words, and the link that changes them. */
function ReviewSection({ step, served: { name, schema, ui }, answers }: ReviewSectionProps) {
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
      <AnswerList lines={lines} none={texts.review.none} />
    </section>
  );
}

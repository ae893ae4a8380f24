import { Box } from '@chakra-ui/react/box';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import texts from '../../../schemas/texts/payment.json';
import { feeOf, termsOf } from '../../api/payment';
import { useTerms } from '../../api/users';
import type { Terms as TermsText } from '../../contract/application';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { DraftStatus } from '../form/DraftStatus';
import { useFormServices } from '../form/formServices';
import type { LoadedStep } from '../form/loadedStep';
import type { Panel } from '../form/panels';
import { StepPanels } from '../form/StepPanels';
import { usePageDrafts } from '../form/usePageDrafts';
import { useStepForm } from '../form/useStepForm';
import { useStepActions, useStepSubmit } from '../shell/stepActions';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { CardArea, type CardState } from './CardArea';
import { Review } from './Review';
import { useCardFields } from './useCardFields';
import { usePayment } from './usePayment';

/** What cleans formatted text is longer than this page: the review and its fields do not wait for it. */
const SubscriberText = lazy(async () => ({ default: (await import('../ui/RichText')).SubscriberText }));
const StaleDialog = lazy(async () => ({ default: (await import('../form/StaleDialog')).StaleDialog }));

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
  const cardFields = useCardFields();
  const form = useStepForm(loaded, saver, { beside: (panel) => (hasCard(panel) ? cardFields.errors : []) });
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
  const { pay, isPaying } = usePayment({
    loaded,
    form,
    saver,
    trnId,
    fees,
    terms: terms.data,
    card: cardFields,
    onUnsigned,
    ...changes,
  });
  useStepSubmit(pay);
  usePayWords(fees && formatDollars(feeOf(fees)), isPaying);
  useLeaveQuestion(isPaying);
  const cardForm = (
    <>
      {isUnsignedOnCard && <Banner kind="error" title={texts.signature.missing} isSilent />}
      <CardArea card={{ ...card, feeBefore }} fields={cardFields} isRefused={form.place.isRefused} />
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
      {conflict && (
        <Suspense>
          <StaleDialog {...conflict} />
        </Suspense>
      )}
    </>
  );
}

function hasCard(panel: Panel | undefined): boolean {
  return panel?.sections.some(({ name }) => name === 'payment') ?? false;
}

/** The button of the frame says what is charged, before and while it is. */
function usePayWords(amount: string | undefined, isPaying: boolean): void {
  const { setPress } = useStepActions();
  // The button lies outside the page, in the shell.
  useEffect(() => {
    if (!amount) return;
    const total = (
      <p>
        {texts.fee.total}{' '}
        <Box as="strong" marginInlineStart="2" color="ink" fontSize="title2">
          {amount}
        </Box>
      </p>
    );
    const paying = { note: <p>{texts.submit.stay}</p>, atWork: fillText(texts.submit.paying, { amount }) };
    setPress(isPaying ? paying : { note: total });
  }, [setPress, amount, isPaying]);
}

/** While it is paid the browser asks before the page is left. */
function useLeaveQuestion(isPaying: boolean): void {
  // Tied to the window, the only one to know that it is about to go.
  useEffect(() => {
    if (!isPaying) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isPaying]);
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

/** The terms to read before they are agreed to, whole; `areNew` once a payment was refused for others. */
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
      <Box as="section" aria-label={texts.terms.region} {...SHEET}>
        <Suspense fallback={<Skeleton lines={6} />}>
          <SubscriberText html={termsOf(data)} />
        </Suspense>
      </Box>
    </>
  );
}

const SHEET = {
  padding: '4',
  marginBottom: '5',
  border: '1px solid {colors.hair}',
  borderRadius: 'control',
  bg: 'surface',
} as const;

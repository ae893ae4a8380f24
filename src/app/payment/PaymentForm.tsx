import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useNotices } from '../../api/notices';
import { getFee, useUnsaved } from '../../api/payment';
import { useTerms } from '../../api/users';
import type { Terms as TermsText } from '../../contract/application';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { sectionFor } from '../../model/section/flow';
import { DraftStatus } from '../form/DraftStatus';
import { useFormServices } from '../form/formServices';
import { LaterDocuments } from '../form/LaterDocuments';
import type { LoadedStep } from '../form/loadedStep';
import { RequiredBanner } from '../form/RequiredBanner';
import { StepPanels } from '../form/StepPanels';
import { usePageDrafts } from '../form/usePageDrafts';
import { useStepForm } from '../form/useStepForm';
import { isReviewAt } from '../shell/application';
import { NextRow } from '../shell/NextRow';
import { useStepSubmit } from '../shell/stepActions';
import { Banner } from '../ui/Banner';
import { useMedia } from '../ui/useMedia';
import { HAS_SIDE_COLUMN, WithSideColumn } from '../ui/WithSideColumn';
import { CardArea, type CardState } from './CardArea';
import { FeeChanged, OrderSide, OrderSummary, useNext } from './OrderSummary';
import { PdfProof } from './PdfProof';
import { Review } from './Review';
import { ReviewSide } from './ReviewSide';
import { ReadAgain, Terms, TermsParts } from './Terms';
import { UnsavedNotice, unsavedPlaces } from './unsaved';
import { useCardFields } from './useCardFields';
import { usePayButton } from './usePayButton';
import { usePayment } from './usePayment';

const StaleDialog = lazy(async () => ({ default: (await import('../form/StaleDialog')).StaleDialog }));

interface PaymentFormProps {
  loaded: LoadedStep;
  card: CardState;
  trnId: string;
  visit: string;
}

/** Milliseconds for which a missing signature is reported (docs/spec/002-payment.md, §9). */
const UNSIGNED_SHOWN_FOR = { card: 2_000, page: 6_000 };

export function PaymentForm({ loaded, card, trnId, visit }: PaymentFormProps) {
  const messages = useMessages('payment');
  const [consent, signature, payment] = signedSections(loaded);
  const { saver, conflictAt } = usePageDrafts(loaded, trnId, [signature]);
  const services = useFormServices(trnId, loaded);
  const cardFields = useCardFields();
  const form = useStepForm(loaded, saver, (panel) =>
    panel?.sections.some(({ name }) => name === payment) ? cardFields.errors : [],
  );
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
    setFeeBefore(fees && getFee(fees));
    retry();
  };
  const terms = useTerms(trnId);
  const notices = useNotices(trnId);
  const [missingCode, setMissingCode] = useState(0);
  const unsaved = unsavedPlaces(useUnsaved(trnId).data);
  const [areTermsNew, setTermsNew] = useState(false);
  const onTermsChanged = (now: TermsText) => {
    void terms.mutate(now, { revalidate: false });
    // Clears the checkbox, because the applicant agreed to the old terms.
    form.controller.write(consent, [{ path: ['concent'], value: false }]);
    setTermsNew(true);
  };
  const onUnconfirmed = () => setMissingCode((before) => before + 1);
  const changes = { onFeeChanged, onTermsChanged, onUnconfirmed };
  const { pay, isPaying, wallet, hasConsented } = usePayment({
    loaded,
    form,
    saver,
    trnId,
    fees,
    terms: terms.data,
    notices,
    card: cardFields,
    onUnsigned,
    ...changes,
  });
  const { place } = form;
  const isReview = isReviewAt(loaded.step, useLocation().hash);
  const isEnd = !isReview && place.open === loaded.panels.length - 1;
  useStepSubmit(async () => {
    if (isReview) place.go(place.open);
    else if (isEnd) await pay();
    else if (hasConsented()) form.continueFrom(place.open);
  });
  const amount = fees && formatDollars(getFee(fees));
  const hasFee = loaded.step.role === 'payment';
  const isFree = fees !== undefined && getFee(fees) === 0;
  const mayShowOrder = hasFee && (fees !== undefined || !card.hasFeesFailed);
  const destination = loaded.panels[isReview ? place.open : place.open + 1]?.title;
  const afterPayment = useNext(fees);
  const next = useMedia(HAS_SIDE_COLUMN) ? '' : afterPayment;
  usePayButton({ amount, hasFee, isPaying, isFree, isSigned: Boolean(signature), next, destination });
  useLeaveQuestion(isPaying);
  const cardForm = (
    <>
      {isUnsignedOnCard && <Banner kind="error" title={messages.signature.missing} isSilent />}
      <CardArea card={{ ...card, feeBefore }} fields={cardFields} wallet={wallet} isRefused={place.isRefused} />
    </>
  );
  const before = {
    [consent]: (
      <>
        <Terms terms={terms} notices={notices} areNew={areTermsNew} />
        <PdfProof trnId={trnId} refused={missingCode} />
        <TermsParts terms={terms} notices={notices} />
      </>
    ),
    [signature]: (
      <>
        {hasFee && isFree && <FeeChanged fees={fees} before={feeBefore} />}
        {mayShowOrder && <OrderSummary fees={fees} />}
        <h3>{messages.terms.signing}</h3>
        <ReadAgain terms={terms} notices={notices} review={loaded.step.route} />
      </>
    ),
    ...(!isFree && { [payment]: cardForm }),
  };
  const headings = {
    // The heading comes after the order.
    [signature]: '',
    ...(amount && hasFee && !isFree && { [payment]: fillText(messages.card.heading, { amount }) }),
  };
  const foot = (nextTab?: ReactNode) => (
    <>
      {(isReview || isEnd) && <LaterDocuments trnId={trnId} visit={visit} />}
      {isUnsigned && <Banner kind="error" title={messages.signature.missing} />}
      {!isUnsigned && <RequiredBanner errors={form.summary} />}
      <NextRow nextTab={nextTab}>
        <DraftStatus saver={saver} isQuiet={isEnd} />
      </NextRow>
    </>
  );
  return (
    <WithSideColumn
      width="17rem"
      beside={
        mayShowOrder && !isReview ? (
          <OrderSide fees={fees} />
        ) : (
          <ReviewSide trnId={trnId} visit={visit} fees={hasFee ? fees : undefined} />
        )
      }
    >
      <UnsavedNotice unsaved={unsaved} />
      {isReview && (
        <>
          <Review trnId={trnId} visit={visit} />
          {foot()}
        </>
      )}
      <div hidden={isReview}>
        <StepPanels
          {...{ loaded, form, services, saver, headings, before }}
          foot={isReview ? undefined : foot}
          isQuiet={isEnd}
        />
      </div>
      {conflict && (
        <Suspense>
          <StaleDialog {...conflict} />
        </Suspense>
      )}
    </WithSideColumn>
  );
}

/** Returns the names of the consent, signature and card sections, or '' for a missing section. */
function signedSections({ step }: LoadedStep): [consent: string, signature: string, payment: string] {
  return [sectionFor(step, 'consent'), sectionFor(step, 'signature'), sectionFor(step, 'payment')];
}

function useLeaveQuestion(isPaying: boolean): void {
  // Synchronizes with the window.
  useEffect(() => {
    if (!isPaying) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isPaying]);
}

/** Returns a flag that's true for `duration` milliseconds after each `flash()`. */
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

import { Box } from '@chakra-ui/react/box';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
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
import type { LoadedStep } from '../form/loadedStep';
import { StepPanels } from '../form/StepPanels';
import { usePageDrafts } from '../form/usePageDrafts';
import { type StepFormState, useStepForm } from '../form/useStepForm';
import { useStepActions, useStepSubmit } from '../shell/stepActions';
import { Banner } from '../ui/Banner';
import { WithSideColumn } from '../ui/WithSideColumn';
import { CardArea, type CardState } from './CardArea';
import { Disclosures } from './Disclosures';
import { OrderSummary } from './OrderSummary';
import { Review } from './Review';
import { ReviewSide } from './ReviewSide';
import { SigningNote, Terms } from './Terms';
import { UnsavedNotice, unsavedPlaces } from './unsaved';
import { useCardFields } from './useCardFields';
import { usePayment } from './usePayment';

const StaleDialog = lazy(async () => ({ default: (await import('../form/StaleDialog')).StaleDialog }));

interface PaymentFormProps {
  loaded: LoadedStep;
  card: CardState;
  trnId: string;
  /** Cache key of the visit. */
  visit: string;
}

/** Milliseconds (docs/spec/002-payment.md, §9). The field's own message stays. */
const UNSIGNED_SHOWN_FOR = { card: 2_000, page: 6_000 };

/** The form of the last step. The footer's button pays or submits. */
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
    // The applicant agreed to terms that have changed.
    form.controller.write(consent, [{ path: ['concent'], value: false }]);
    setTermsNew(true);
  };
  const onUnconfirmed = () => setMissingCode((before) => before + 1);
  const changes = { onFeeChanged, onTermsChanged, onUnconfirmed };
  const { pay, isPaying, wallet } = usePayment({
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
  useStepSubmit(pay);
  const amount = fees && formatDollars(getFee(fees));
  // A product without a fee has no amounts.
  const hasFee = loaded.step.role === 'payment';
  const isFree = fees !== undefined && getFee(fees) === 0;
  usePayButton({ amount, hasFee, isPaying, isFree });
  useLeaveQuestion(isPaying);
  const cardForm = (
    <>
      {isUnsignedOnCard && <Banner kind="error" title={messages.signature.missing} isSilent />}
      <CardArea card={{ ...card, feeBefore }} fields={cardFields} wallet={wallet} isRefused={form.place.isRefused} />
    </>
  );
  const before = {
    [consent]: (
      <>
        <Terms terms={terms} areNew={areTermsNew} />
        <Disclosures trnId={trnId} refused={missingCode} />
      </>
    ),
    [signature]: (
      <>
        {hasFee && isFree && <OrderSummary fees={fees} before={feeBefore} />}
        {terms.data && <SigningNote terms={terms.data} />}
      </>
    ),
    ...(!isFree && { [payment]: cardForm }),
  };
  return (
    <WithSideColumn
      width="17rem"
      beside={
        <ReviewSide
          trnId={trnId}
          visit={visit}
          checks={services.checks}
          fee={hasFee ? amount : undefined}
          onGo={form.place.open === 0 ? () => goToPanel(form, loaded) : undefined}
        />
      }
    >
      <UnsavedNotice unsaved={unsaved} />
      <Review trnId={trnId} visit={visit} />
      <StepPanels loaded={loaded} form={form} services={services} before={before} />
      {isUnsigned && <Banner kind="error" title={messages.signature.missing} />}
      {!isUnsigned && form.summary.length > 0 && <Banner kind="error" title={messages.banner.answer} />}
      <DraftStatus saver={saver} />
      {conflict && (
        <Suspense>
          <StaleDialog {...conflict} />
        </Suspense>
      )}
    </WithSideColumn>
  );
}

/** Returns the names of the sections for consent, signature and card. '' for those that the step doesn't have. */
function signedSections({ step }: LoadedStep): [consent: string, signature: string, payment: string] {
  return [sectionFor(step, 'consent'), sectionFor(step, 'signature'), sectionFor(step, 'payment')];
}

/** Opens the next panel and scrolls to it. */
function goToPanel({ place }: StepFormState, { panels }: LoadedStep): void {
  place.go(place.open);
  const toggle = document.getElementById(`${panels[place.open]?.anchor}-toggle`);
  toggle?.scrollIntoView({ block: 'start' });
  toggle?.focus({ preventScroll: true });
}

interface PayButton {
  amount: string | undefined;
  hasFee: boolean;
  isPaying: boolean;
  isFree: boolean;
}

function usePayButton({ amount, hasFee, isPaying, isFree }: PayButton): void {
  const messages = useMessages('payment');
  const { setNextButton } = useStepActions();
  // Synchronizes with the shell's button.
  useEffect(() => {
    if (!amount) return;
    const total = (
      <p>
        {messages.fee.total}{' '}
        <Box as="strong" marginInlineStart="2" color="ink" fontSize="title2">
          {amount}
        </Box>
      </p>
    );
    const paying = {
      note: hasFee && <p>{messages.submit.stay}</p>,
      atWork: hasFee ? fillText(messages.submit.paying, { amount }) : messages.submit.sending,
    };
    const label = isFree ? messages.submit.free : fillText(messages.submit.pay, { amount });
    setNextButton(isPaying ? paying : { note: hasFee && total, label });
  }, [setNextButton, amount, hasFee, isPaying, isFree, messages]);
}

/** Asks for confirmation before leaving during a payment. */
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

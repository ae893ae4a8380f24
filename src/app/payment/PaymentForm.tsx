import { useState } from 'react';
import texts from '../../../schemas/texts/payment.json';
import { useStepSubmit } from '../shell/stepActions';
import { DraftStatus } from '../steps/DraftStatus';
import type { LoadedStep } from '../steps/loadedStep';
import { StaleDialog } from '../steps/StaleDialog';
import { StepPanels } from '../steps/StepPanels';
import { useFormServices } from '../steps/useFormServices';
import { usePageDrafts } from '../steps/usePageDrafts';
import { useStepForm } from '../steps/useStepForm';
import { Banner } from '../ui/Banner';
import { feeOf } from '../ui/money';
import { CardArea, type CardState } from './CardArea';
import { Review } from './review/Review';
import { Terms } from './Terms';
import { useFlash } from './useFlash';
import { usePayment } from './usePayment';

interface PaymentFormProps {
  loaded: LoadedStep;
  card: CardState;
  trnId: string;
}

/** How long an empty signature is pointed out on the card form and on the page (spec 002, section 9); the message at the field stays. */
const UNSIGNED_SHOWN_FOR = { card: 2_000, page: 6_000 };

/** The fourth step being filled in; the footer's button pays. */
export function PaymentForm({ loaded, card, trnId }: PaymentFormProps) {
  const { saver, conflictAt } = usePageDrafts(loaded, trnId, ['signature']);
  const services = useFormServices(trnId, loaded);
  const form = useStepForm(loaded, saver);
  const conflict = conflictAt(form.desk);
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
  useStepSubmit(usePayment({ loaded, form, saver, trnId, fees, onUnsigned, onFeeChanged }));
  const cardForm = (
    <>
      {isUnsignedOnCard && <Banner kind="error" title={texts.signature.missing} isSilent />}
      <CardArea {...card} feeBefore={feeBefore} />
    </>
  );
  const before = { consent: <Terms trnId={trnId} />, payment: cardForm };
  return (
    <>
      <Review trnId={trnId} />
      <StepPanels loaded={loaded} form={form} services={services} before={before} />
      {isUnsigned && <Banner kind="error" title={texts.signature.missing} />}
      {!isUnsigned && form.summary.length > 0 && <Banner kind="error" title={texts.banner.answer} />}
      <DraftStatus saver={saver} />
      {conflict && <StaleDialog {...conflict} />}
    </>
  );
}

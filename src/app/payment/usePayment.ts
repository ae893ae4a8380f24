import { CardNumberElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ApiError, isAnswered, toApiError } from '../../api/apiError';
import { useSectionStatus } from '../../api/application';
import { createIdempotentCall } from '../../api/idempotentCall';
import { getFee, pay, useUnsaved } from '../../api/payment';
import type { Terms } from '../../contract/application';
import type { Fees, PaymentOrder } from '../../contract/payment';
import { useMessages } from '../../messages/useMessages';
import { toBody } from '../../model/answers/stepBody';
import { toCents } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { documentId } from '../../model/section/documentTypes';
import { nextStep } from '../../model/section/flow';
import type { Answers } from '../../model/types';
import type { DraftSaver } from '../form/draftSaver';
import type { LoadedStep } from '../form/loadedStep';
import { placeErrors } from '../form/serverErrors';
import { useForgetStep } from '../form/usePageDrafts';
import type { StepFormState } from '../form/useStepForm';
import { applicationFlow, setReturnToReview } from '../shell/application';
import { dismissToasts, toast } from '../ui/Toaster';
import { unsavedPlaces } from './unsaved';
import type { CardFields } from './useCardFields';

interface Parts {
  loaded: LoadedStep;
  form: StepFormState;
  saver: DraftSaver;
  trnId: string;
  fees?: Fees;
  terms?: Terms;
  card: CardFields;
  onUnsigned(): void;
  onFeeChanged(): void;
  onTermsChanged(now: Terms): void;
}

/** Checks consent, signature, earlier steps and card, then pays (docs/spec/002-payment.md, §4). One at a time. */
export function usePayment(parts: Parts): { pay(): Promise<void>; isPaying: boolean } {
  const messages = useMessages('payment');
  const { loaded, form, saver, trnId, fees, terms, card, onUnsigned, onFeeChanged, onTermsChanged } = parts;
  const stripe = useStripe();
  const elements = useElements();
  const navigate = useNavigate();
  const status = useSectionStatus(trnId);
  const unsaved = useUnsaved(trnId);
  const forget = useForgetStep(trnId, loaded.step.id);
  const isBusy = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [callOnce] = useState(createIdempotentCall);
  // Kept until the server answers, so a retry never charges twice.
  const open = useRef<PaymentOrder>(undefined);

  return { pay: payOnce, isPaying };

  async function payOnce() {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      if (await mayPay()) await charge();
    } finally {
      isBusy.current = false;
      setPaying(false);
    }
  }

  async function mayPay(): Promise<boolean> {
    const [consent] = loaded.panels;
    if (consent && !form.controller.isRight(consent)) return refuse(0);
    if (getAnswers('signature').errors.length > 0) {
      onUnsigned();
      return refuse(1);
    }
    const missing = nextStep(applicationFlow(), (await status.mutate()) ?? {});
    if (missing && missing.id !== loaded.step.id) return leadTo(missing.route, missing.incomplete);
    if (await leadToUnsaved()) return false;
    const wrong = loaded.panels.findIndex((panel) => !form.controller.isRight(panel));
    if (wrong >= 0) return refuse(wrong);
    return card.errors.length === 0 || refuse(loaded.panels.length - 1);
  }

  function refuse(panel: number): false {
    form.place.refuse(panel);
    return false;
  }

  function leadTo(path: string, why: string | undefined): false {
    if (why) toast('error', why);
    void navigate(path);
    return false;
  }

  /** Opens the first section that changed since its save, so that no old answers are signed. */
  async function leadToUnsaved(): Promise<boolean> {
    const [first] = unsavedPlaces(await unsaved.mutate());
    if (!first) return false;
    setReturnToReview();
    leadTo(first.path, fillText(messages.unsaved.lead, first));
    return true;
  }

  async function charge() {
    dismissToasts();
    card.refuse();
    setPaying(true);
    open.current ??= await createOrder();
    const order = open.current;
    if (!order) return;
    // A submitted application accepts no drafts.
    await saver.pause();
    try {
      await callOnce(order, (key) => pay(order, key));
    } catch (cause) {
      saver.resume();
      return tell(toApiError(cause));
    }
    saver.discard();
    await forget('/success');
    dismissToasts();
    await navigate('/success');
  }

  /** Undefined if the provider refuses the card, which is shown. */
  async function createOrder(): Promise<PaymentOrder | undefined> {
    if (!stripe || !elements || !fees) return fail(messages.card.failed);
    if (!terms) return fail(messages.terms.failed);
    const taken = await takeCard(stripe, elements, getAnswers('payment').answers);
    if ('refusal' in taken) return refuseCard(taken.refusal);
    const file = await signaturePicture(getAnswers('signature').answers);
    const { token } = taken;
    return {
      ...stepBody(),
      trn_id: trnId,
      token,
      file,
      document_id: String(documentId('signature')),
      amount: toCents(getFee(fees)),
      terms: terms.digest,
    };
  }

  function tell(error: ApiError) {
    if (!isAnswered(error)) return fail(messages.errors.unknown);
    open.current = undefined;
    if (error.code === 'wrongAmount') onFeeChanged();
    if (error.code === 'unsavedChanges') void unsaved.mutate();
    if (error.code === 'otherTerms') {
      // This code carries the current terms.
      onTermsChanged(error.records as Terms);
      refuse(0);
    }
    if (error.status === 422) form.showFindings(placeErrors(error.fieldErrors ?? [], loaded.step).bySection);
    if (error.code === 'paymentDeclined') refuseCard(messages.errors.card);
    else fail(error.message);
  }

  function refuseCard(text: string): undefined {
    dismissToasts();
    const last = loaded.panels.length - 1;
    if (form.place.open !== last) form.place.refuse(last);
    card.refuse(text);
  }

  function fail(text: string): undefined {
    dismissToasts();
    toast('error', text);
  }

  function stepBody() {
    const answers = loaded.sections.map((section) => [section.name, form.controller.check(section).answers]);
    return toBody(loaded.step, Object.fromEntries(answers));
  }

  function getAnswers(name: string) {
    const section = loaded.sections.find((one) => one.name === name);
    if (!section) throw new Error(`The payment step has no section '${name}'`);
    return form.controller.check(section);
  }
}

/** A drawing or a typed name, as a PNG data URL. Rejects if the font can't load. */
async function signaturePicture({ mode, drawn, name, style }: Answers): Promise<string> {
  if (mode === 'draw') return String(drawn);
  const { drawTypedSignature } = await import('../../engine/PagePreview');
  return drawTypedSignature(String(name), String(style));
}

/** A card token, or the provider's message. */
type TakenCard = { token: string } | { refusal: string };

/**
 * Has the provider check the card and returns a token (docs/spec/002-payment.md, §4). `billing` are the payment section's
 * answers.
 */
async function takeCard(stripe: Stripe, elements: StripeElements, billing: Answers): Promise<TakenCard> {
  const card = elements.getElement(CardNumberElement);
  if (!card) throw new Error('The card fields are not on the page');
  const place = billingPlace(billing);
  const { name, address_line1: line1, address_city: city, address_state: state, address_zip: postal_code } = place;
  const address = { line1, city, state, postal_code, country: 'US' };
  const method = await stripe.createPaymentMethod({ type: 'card', card, billing_details: { name, address } });
  if (method.error) return { refusal: method.error.message ?? '' };
  const { token, error } = await stripe.createToken(card, { ...place, address_country: 'US' });
  if (error) return { refusal: error.message ?? '' };
  return { token: token.id };
}

function billingPlace({ cname, billingAddress, city, state, zipCode }: Answers) {
  return {
    name: String(cname),
    address_line1: String(billingAddress),
    address_city: String(city),
    address_state: String(state),
    address_zip: String(zipCode),
  };
}

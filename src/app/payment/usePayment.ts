import { CardNumberElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import texts from '../../../schemas/texts/payment.json';
import { createAct } from '../../api/act';
import { type ApiError, isAnswered, toApiError } from '../../api/apiError';
import { useSectionStatus } from '../../api/application';
import { feeOf, pay } from '../../api/payment';
import type { Terms } from '../../contract/application';
import type { Fees, PaymentOrder } from '../../contract/payment';
import { toBody } from '../../model/body';
import { documentId } from '../../model/documents';
import { nextStep } from '../../model/flow';
import type { Answers, Step } from '../../model/types';
import type { DraftSaver } from '../form/draftSaver';
import type { LoadedStep } from '../form/loadedStep';
import { placeErrors } from '../form/serverErrors';
import { useForgetStep } from '../form/usePageDrafts';
import type { StepFormState } from '../form/useStepForm';
import { applicationFlow } from '../shell/application';
import { dismissToasts, toast } from '../ui/Toaster';
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

/** The payment flow (spec 002, section 4): consent, signature, earlier steps, card, payment. One at a time. */
export function usePayment(parts: Parts): { pay(): Promise<void>; isPaying: boolean } {
  const { loaded, form, saver, trnId, fees, terms, card, onUnsigned, onFeeChanged, onTermsChanged } = parts;
  const stripe = useStripe();
  const elements = useElements();
  const navigate = useNavigate();
  const status = useSectionStatus(trnId);
  const forget = useForgetStep(trnId, loaded.step.id);
  const isBusy = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [act] = useState(createAct);
  // The order on its way is kept until the server has answered, so that a retry can never charge twice.
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
    if (answersOf('signature').errors.length > 0) {
      onUnsigned();
      return refuse(1);
    }
    const missing = nextStep(applicationFlow, (await status.mutate()) ?? {});
    if (missing && missing.id !== loaded.step.id) return leadTo(missing);
    const wrong = loaded.panels.findIndex((panel) => !form.controller.isRight(panel));
    if (wrong >= 0) return refuse(wrong);
    return card.errors.length === 0 || refuse(loaded.panels.length - 1);
  }

  function refuse(panel: number): false {
    form.place.refuse(panel);
    return false;
  }

  function leadTo({ incomplete, route }: Step): false {
    if (incomplete) toast('error', incomplete);
    void navigate(route);
    return false;
  }

  async function charge() {
    dismissToasts();
    card.refuse();
    setPaying(true);
    open.current ??= await createOrder();
    const order = open.current;
    if (!order) return;
    // Nothing may be drafted into an application that has been submitted.
    await saver.pause();
    try {
      await act(order, (key) => pay(order, key));
    } catch (cause) {
      saver.resume();
      return tell(toApiError(cause));
    }
    saver.drop();
    await forget('/success');
    dismissToasts();
    await navigate('/success');
  }

  /** Undefined, and shown, when the provider refuses the card. */
  async function createOrder(): Promise<PaymentOrder | undefined> {
    if (!stripe || !elements || !fees) return fail(texts.card.failed);
    if (!terms) return fail(texts.terms.failed);
    const taken = await takeCard(stripe, elements, answersOf('payment').answers);
    if ('refusal' in taken) return refuseCard(taken.refusal);
    const file = await signaturePicture(answersOf('signature').answers);
    const { token } = taken;
    return {
      ...stepBody(),
      trn_id: trnId,
      token,
      file,
      document_id: String(documentId('signature')),
      amount: toCents(feeOf(fees)),
      terms: terms.digest,
    };
  }

  function tell(error: ApiError) {
    if (!isAnswered(error)) return fail(texts.errors.unknown);
    open.current = undefined;
    if (error.code === 'wrongAmount') onFeeChanged();
    if (error.code === 'otherTerms') {
      // What stands now comes with this code.
      onTermsChanged(error.records as Terms);
      refuse(0);
    }
    if (error.status === 422) form.showFindings(placeErrors(error.fieldErrors ?? [], loaded.step).bySection);
    if (error.code === 'paymentDeclined') refuseCard(texts.errors.card);
    else fail(error.message);
  }

  /** Told above the card, where it is mended. */
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

  function answersOf(name: string) {
    const section = loaded.sections.find((one) => one.name === name);
    if (!section) throw new Error(`The payment step has no section '${name}'`);
    return form.controller.check(section);
  }
}

/** The signature as a PNG data URL: as drawn, or the typed name in its style. Rejects when the style's font cannot be had. */
async function signaturePicture({ mode, drawn, name, style }: Answers): Promise<string> {
  if (mode === 'draw') return String(drawn);
  const { drawTypedSignature } = await import('../../engine/PagePreview');
  return drawTypedSignature(String(name), String(style));
}

/** Either the token of a card, or the provider's own words why not. */
type TakenCard = { token: string } | { refusal: string };

/**
 * Has the provider check the card, then put a token in its place (spec 002, section 4, Payment flow: payment method, token).
 * `billing` are the answers of the payment section.
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

/** `19.99` → `1999`. */
function toCents(amount: number): number {
  return Math.round(amount * 100);
}

// Over 250 lines: all ways to pay share the same validation, signed order and error display.
import { useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeElements, StripeExpressCheckoutElementConfirmEvent } from '@stripe/stripe-js';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type SWRResponse, useSWRConfig } from 'swr';
import { type ApiError, isDefinite, toApiError } from '../../api/apiError';
import { detailKey, useSectionStatus } from '../../api/application';
import { createIdempotentCall } from '../../api/idempotentCall';
import { confirmPayment, getFee, pay, preparePayment, submitUnpaid, useUnsaved } from '../../api/payment';
import type { Terms } from '../../contract/application';
import type { Notices } from '../../contract/notices';
import type { Fees, PaymentOrder, PreparedPayment, SignedOrder } from '../../contract/payment';
import { useMessages } from '../../messages/useMessages';
import { toBody } from '../../model/answers/stepBody';
import { toCents } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { documentId } from '../../model/section/documentTypes';
import { nextStep, sectionFor } from '../../model/section/flow';
import type { DraftSaver } from '../form/draftSaver';
import type { LoadedStep } from '../form/loadedStep';
import { placeErrors } from '../form/serverErrors';
import { useRefetchStep } from '../form/usePageDrafts';
import type { StepFormState } from '../form/useStepForm';
import { applicationFlow, setReturnToReview } from '../shell/application';
import { dismissToasts, toast } from '../ui/Toaster';
import { CardRefused, confirmCard, confirmWallet } from './confirmCard';
import { signaturePicture } from './signaturePicture';
import { createMethod, createToken } from './takeCard';
import { unsavedPlaces } from './unsaved';
import type { CardFields, CardPartName } from './useCardFields';
import type { WalletActions } from './Wallet';

interface Parts {
  loaded: LoadedStep;
  form: StepFormState;
  saver: DraftSaver;
  trnId: string;
  fees?: Fees;
  terms?: Terms;
  notices: SWRResponse<Notices, ApiError>;
  card: CardFields;
  onUnsigned(): void;
  onFeeChanged(): void;
  onTermsChanged(now: Terms): void;
  /** Called if the applicant hasn't entered the code from the test PDF. */
  onUnconfirmed(): void;
}

/** Returns functions that check the application and pay, one payment at a time (docs/spec/002-payment.md, §4). */
export function usePayment(parts: Parts): {
  pay(): Promise<void>;
  isPaying: boolean;
  wallet: WalletActions;
  /** Returns false and shows what's missing if the first panel isn't valid or the test PDF isn't confirmed. */
  hasConsented(): boolean;
} {
  const messages = useMessages('payment');
  const { loaded, form, saver, trnId, fees, terms, notices, card } = parts;
  // Reads the notices now, because SWR doesn't rerender for data that was never read.
  const { data: shownNotices } = notices;
  const { onUnsigned, onFeeChanged, onTermsChanged, onUnconfirmed } = parts;
  const stripe = useStripe();
  const elements = useElements();
  const navigate = useNavigate();
  const status = useSectionStatus(trnId);
  const unsaved = useUnsaved(trnId);
  const { mutate: forgetDetail } = useSWRConfig();
  const refetchStep = useRefetchStep(trnId, loaded.step.id);
  const isBusy = useRef(false);
  const [isPaying, setPaying] = useState(false);
  const [callOnce] = useState(createIdempotentCall);
  // The order is kept until the server definitely refuses it, so that a retry sends the same order.
  const open = useRef<PaymentOrder>(undefined);

  const wallet: WalletActions = {
    mayPay: () => !isBusy.current && isAgreed() && isValid(),
    pay: (provided, event) => once(() => payByWallet(provided, event)),
  };
  return { pay: () => once(payByCard), isPaying, wallet, hasConsented };

  async function payByCard() {
    if (!(await mayPay())) return;
    if (fees && getFee(fees) === 0) return submitFree();
    if (card.errors.length > 0) return void refuse(loaded.panels.length - 1);
    await (fees?.confirmation === 'browser' ? chargeInBrowser() : chargeToken());
  }

  async function payByWallet(elements: StripeElements, event: StripeExpressCheckoutElementConfirmEvent) {
    const { error } = await elements.submit();
    const isPaid =
      stripe &&
      !error &&
      (await mayPay()) &&
      (await payInBrowser((prepared) => confirmWallet(stripe, prepared, elements)));
    if (!isPaid) event.paymentFailed({ reason: 'fail' });
  }

  async function once(work: () => Promise<void>) {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work();
    } finally {
      isBusy.current = false;
      setPaying(false);
    }
  }

  function hasConsented(): boolean {
    const [consent] = loaded.panels;
    if (consent && !form.controller.isValid(consent)) return refuse(0);
    return isPdfConfirmed(shownNotices) || refuseCode();
  }

  function isAgreed(): boolean {
    if (!hasConsented()) return false;
    if (getAnswers('signature').errors.length === 0) return true;
    onUnsigned();
    return refuse(1);
  }

  function isValid(): boolean {
    const wrong = loaded.panels.findIndex((panel) => !form.controller.isValid(panel));
    return wrong < 0 || refuse(wrong);
  }

  async function mayPay(): Promise<boolean> {
    if (!isAgreed()) return false;
    const missing = nextStep(applicationFlow(), (await status.mutate()) ?? {});
    if (missing && missing.id !== loaded.step.id) return leadTo(missing.route, missing.incomplete);
    return !(await leadToUnsaved()) && isValid();
  }

  function refuse(panel: number): false {
    form.place.refuse(panel);
    return false;
  }

  function refuseCode(): false {
    refuse(0);
    onUnconfirmed();
    return false;
  }

  function leadTo(path: string, why: string | undefined): false {
    if (why) toast('error', why);
    void navigate(path);
    return false;
  }

  /** Opens the first section with unsaved changes, so that no one signs outdated answers. */
  async function leadToUnsaved(): Promise<boolean> {
    const [first] = unsavedPlaces(await unsaved.mutate());
    if (!first) return false;
    setReturnToReview();
    leadTo(first.path, fillText(messages.unsaved.lead, first));
    return true;
  }

  function begin() {
    dismissToasts();
    card.refuse();
    setPaying(true);
  }

  async function chargeInBrowser() {
    begin();
    if (!stripe || !elements) return fail(messages.card.failed);
    const taken = await createMethod(stripe, elements, getAnswers('payment').answers);
    if ('refusal' in taken) return refuseCard(taken.refusal, 'number');
    await payInBrowser((prepared) => confirmCard(stripe, prepared, taken.id));
  }

  /** Pays with the provider's script. A repeated attempt reuses the earlier payment. */
  async function payInBrowser(confirm: (prepared: PreparedPayment) => Promise<void>): Promise<boolean> {
    begin();
    const order = await signOrder();
    if (!order) return false;
    return finish(async () => {
      const prepared = await preparePayment(order);
      await confirm(prepared);
      await confirmPayment(prepared.intent);
    });
  }

  /** Sends a token for the server to charge (docs/spec/002-payment.md, §7). */
  async function chargeToken() {
    begin();
    open.current ??= await createOrder();
    const order = open.current;
    if (order) await finish(() => callOnce(order, (key) => pay(order, key)));
  }

  async function submitFree() {
    begin();
    const order = await signOrder();
    if (!order) return;
    const { amount: _none, ...submission } = order;
    await finish(() => callOnce(submission, (key) => submitUnpaid(submission, key)));
  }

  /** Resolves to true if the application was submitted. */
  async function finish(send: () => Promise<unknown>): Promise<boolean> {
    // A submitted application accepts no drafts.
    await saver.pause();
    try {
      await send();
    } catch (cause) {
      saver.resume();
      if (cause instanceof CardRefused)
        refuseCard(cause.isBank ? messages.errors.bank : messages.errors.card, cause.part);
      else showFailure(toApiError(cause));
      return false;
    }
    saver.discard();
    await refetchStep('/success');
    dismissToasts();
    await navigate('/success');
    return true;
  }

  async function createOrder(): Promise<PaymentOrder | undefined> {
    if (!stripe || !elements) return fail(messages.card.failed);
    const taken = await createToken(stripe, elements, getAnswers('payment').answers);
    if ('refusal' in taken) return refuseCard(taken.refusal, 'number');
    const order = await signOrder();
    return order && { ...order, token: taken.id };
  }

  async function signOrder(): Promise<SignedOrder | undefined> {
    if (!fees) return fail(messages.card.failed);
    if (!terms) return fail(messages.terms.failed);
    const file = await signaturePicture(getAnswers('signature').answers);
    const amount = toCents(getFee(fees));
    const document_id = String(documentId('signature'));
    return {
      ...stepBody(),
      trn_id: trnId,
      file,
      document_id,
      amount,
      terms: terms.digest,
      permission: findPermission(shownNotices),
    };
  }

  function showFailure(error: ApiError) {
    if (!isDefinite(error)) return fail(messages.errors.unknown);
    open.current = undefined;
    if (error.code === 'wrongAmount') onFeeChanged();
    if (error.code === 'noticesMissing') void askForNotices();
    if (error.code === 'noticeChanged') void notices.mutate();
    if (error.code === 'unsavedChanges') void unsaved.mutate();
    if (error.code === 'otherTerms') {
      // Responses with this code include the current terms.
      onTermsChanged(error.records as Terms);
      refuse(0);
    }
    if (error.status === 422) form.showErrors(placeErrors(error.fieldErrors ?? [], loaded.step).bySection);
    if (error.code === 'paymentDeclined') refuseCard(messages.errors.card, 'number');
    else fail(error.message);
  }

  async function askForNotices() {
    const now = await notices.mutate();
    if (now && !isPdfConfirmed(now)) return refuseCode();
    await forgetDetail(detailKey(trnId));
  }

  function refuseCard(text: string, part?: CardPartName): undefined {
    dismissToasts();
    const last = loaded.panels.length - 1;
    if (form.place.open !== last) form.place.refuse(last);
    card.refuse(text, part);
  }

  function fail(text: string): undefined {
    dismissToasts();
    toast('error', text);
  }

  function stepBody() {
    const answers = loaded.sections.map((section) => [section.name, form.controller.check(section).answers]);
    return toBody(loaded.step, Object.fromEntries(answers));
  }

  function getAnswers(member: 'signature' | 'payment') {
    const name = sectionFor(loaded.step, member);
    const section = loaded.sections.find((one) => one.name === name);
    if (!section) throw new Error(`The step '${loaded.step.id}' has no section for '${member}'`);
    return form.controller.check(section);
  }
}

/** True if the test PDF is confirmed or not required, or while the notices load. The server checks this too. */
function isPdfConfirmed(data: Notices | undefined): boolean {
  return data?.notices.every(({ proof, confirmed_at }) => proof !== 'pdf' || confirmed_at !== null) ?? true;
}

function findPermission(data: Notices | undefined): string | undefined {
  return data?.notices.find(({ proof }) => proof === 'signature')?.digest;
}

import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useMemo, useState } from 'react';
import useSWRImmutable from 'swr/immutable';
import { createKey } from '../../api/act';
import { useFees } from '../../api/payment';
import { useStepRecords } from '../../api/steps';
import type { Fees } from '../../contract/payment';
import type { StepRecords } from '../../contract/steps';
import { stepInRole } from '../../model/flow';
import { isRecord } from '../../model/paths';
import { plainChoice } from '../../model/wire';
import { LoadingStep } from '../form/LoadingStep';
import type { LoadedStep } from '../form/loadedStep';
import { applicationFlow, useApplication } from '../shell/application';
import { Skeleton } from '../ui/Skeleton';
import type { CardState } from './CardArea';
import { loadCardClient } from './loadCardClient';
import { PaymentForm } from './PaymentForm';

/** The review of the steps before this one comes first. */
function Waiting() {
  return <Skeleton lines={2} fields={8} panels={{ count: applicationFlow.steps.length - 1, open: 0 }} holdsRest />;
}

/** Step 4: terms, consent, the fee by card, the signature. */
export function PaymentPage() {
  const { trn_id } = useApplication();
  return (
    <LoadingStep step={stepInRole(applicationFlow, 'payment')} trnId={trn_id} waiting={<Waiting />}>
      {(loaded) => <KnownApplicant loaded={loaded} trnId={trn_id} />}
    </LoadingStep>
  );
}

/** Waits for the name and address that the form can copy; without them it can still be filled in by hand. */
function KnownApplicant({ loaded, trnId }: { loaded: LoadedStep; trnId: string }) {
  const [visit] = useState(createKey);
  const { data, isLoading } = useStepRecords(stepInRole(applicationFlow, 'identity'), trnId, visit);
  const known = useMemo(() => withBillingLists(loaded, data), [loaded, data]);
  const { client, ...card } = useCard(trnId);
  if (isLoading) return <Waiting />;
  return (
    <Elements stripe={client}>
      <PaymentForm loaded={known} card={card} trnId={trnId} visit={visit} />
    </Elements>
  );
}

/**
 * The payment step with what its two boxes copy: the applicant's name and current address, as step 1 has them
 * (spec 002, section 3, copyapplicantname and copybillingaddress).
 */
export function withBillingLists(loaded: LoadedStep, identification: StepRecords | undefined): LoadedStep {
  if (!identification) return loaded;
  const { applicant, address } = identification;
  const lists = { applicantNames: namesOf(applicant), currentAddresses: currentOf(address) };
  return { ...loaded, context: { ...loaded.context, lists: { ...loaded.context.lists, ...lists } } };
}

function namesOf(applicant: unknown): { name: string }[] {
  if (!isRecord(applicant)) return [];
  const { first_name, middle_name, last_name } = applicant;
  return [{ name: [first_name, middle_name, last_name].filter(Boolean).join(' ') }];
}

/** The current address stands first. */
function currentOf(address: unknown): Record<string, unknown>[] {
  const [current] = Array.isArray(address) ? address.filter(isRecord) : [];
  return current ? [{ ...current, state: plainChoice(current.state) }] : [];
}

/** The fee as it was shown, which changes only when it is asked for again; and the provider's client with which it is paid. */
export function useCard(trnId: string): CardState & { client: Stripe | null } {
  const fees = useFees(trnId);
  const client = useCardClient(fees.data);
  return {
    fees: fees.data,
    hasFeesFailed: Boolean(fees.error),
    client: client.data ?? null,
    isReady: Boolean(client.data),
    hasCardFailed: Boolean(client.error) && !client.isValidating,
    retry() {
      void fees.mutate();
      if (client.error) void client.mutate();
    },
  };
}

/** The card provider's client once the fee is known; `mutate` tries again after a failure. */
export function useCardClient(fees: Fees | undefined) {
  const key = fees && ['card client', fees.provider, fees.publishableKey];
  const load = fees ? () => loadCardClient(fees) : null;
  return useSWRImmutable<Stripe, Error>(key, load, { shouldRetryOnError: false });
}

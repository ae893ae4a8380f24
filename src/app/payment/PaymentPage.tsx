import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import useSWRImmutable from 'swr/immutable';
import { createKey } from '../../api/idempotentCall';
import { useFees } from '../../api/payment';
import { useStepRecords } from '../../api/steps';
import type { Fees } from '../../contract/payment';
import type { StepRecords } from '../../contract/steps';
import { copiedByDefault } from '../../engine/listQuestion';
import { isRecord } from '../../model/answers/paths';
import { plainChoice } from '../../model/answers/payload';
import { stepInRole, submissionStep } from '../../model/section/flow';
import type { Context } from '../../model/types';
import { LoadingStep } from '../form/LoadingStep';
import type { LoadedStep } from '../form/loadedStep';
import type { LoadedSection } from '../form/panels';
import { applicationFlow, isReviewAt, useApplication, useSteps } from '../shell/application';
import { Skeleton } from '../ui/Skeleton';
import type { CardState } from './CardArea';
import { loadCardClient } from './loadCardClient';
import { PaymentForm } from './PaymentForm';

function Waiting() {
  const isReview = isReviewAt(submissionStep(applicationFlow()), useLocation().hash);
  const earlier = useSteps().length - 1;
  const panels = isReview ? { count: earlier, open: 0 } : { count: 2, open: 0 };
  return <Skeleton lines={2} fields={8} panels={panels} holdsRest />;
}

export function PaymentPage() {
  const { trn_id } = useApplication();
  return (
    <LoadingStep step={submissionStep(applicationFlow())} trnId={trn_id} waiting={<Waiting />}>
      {(loaded) => <LoadedPayment loaded={loaded} trnId={trn_id} />}
    </LoadingStep>
  );
}

/** Waits for the name and address. If loading them fails, shows the form without them. */
function LoadedPayment({ loaded, trnId }: { loaded: LoadedStep; trnId: string }) {
  const [visit] = useState(createKey);
  const { data, isLoading } = useStepRecords(stepInRole(applicationFlow(), 'identity'), trnId, visit);
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
 * Lets the signature and card copy the name and current address from step 1 (docs/spec/002-payment.md, §3). Sections
 * without answers copy them by default.
 */
export function withBillingLists(loaded: LoadedStep, identification: StepRecords | undefined): LoadedStep {
  if (!identification) return loaded;
  const { applicant, address } = identification;
  const lists = { applicantNames: fullNames(applicant), currentAddresses: currentAddress(address) };
  const context = { ...loaded.context, lists: { ...loaded.context.lists, ...lists } };
  const withCopies = (section: LoadedSection) => (section.isBegun ? section : fillCopies(section, context));
  const panels = loaded.panels.map((panel) => ({ ...panel, sections: panel.sections.map(withCopies) }));
  return { ...loaded, context, panels, sections: panels.flatMap(({ sections }) => sections) };
}

function fillCopies(section: LoadedSection, context: Context): LoadedSection {
  return { ...section, initial: { ...section.initial, ...copiedByDefault(section.served, context) } };
}

function fullNames(applicant: unknown): { name: string }[] {
  if (!isRecord(applicant)) return [];
  const { first_name, middle_name, last_name } = applicant;
  return [{ name: [first_name, middle_name, last_name].filter(Boolean).join(' ') }];
}

/** The first address is the current one. */
function currentAddress(address: unknown): Record<string, unknown>[] {
  const [current] = Array.isArray(address) ? address.filter(isRecord) : [];
  if (!current) return [];
  const streetAndUnit = [current.street_address, current.appartment].filter(Boolean).join(', ');
  return [{ ...current, street_and_unit: streetAndUnit, state: plainChoice(current.state) }];
}

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

/** Loads the card provider's client. `mutate` retries. */
export function useCardClient(fees: Fees | undefined) {
  const key = fees && ['card client', fees.provider, fees.publishableKey];
  const load = fees ? () => loadCardClient(fees) : null;
  return useSWRImmutable<Stripe, Error>(key, load, { shouldRetryOnError: false });
}

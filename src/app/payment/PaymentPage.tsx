import { Elements } from '@stripe/react-stripe-js';
import { useMemo, useState } from 'react';
import { createKey } from '../../api/client';
import { useStepRecords } from '../../api/steps';
import { stepOf } from '../../model/flow';
import { useApplication } from '../shell/application';
import { applicationFlow } from '../steps/applicationFlow';
import { LoadingStep } from '../steps/LoadingStep';
import type { LoadedStep } from '../steps/loadedStep';
import { Skeleton } from '../ui/Skeleton';
import { withBillingLists } from './billingLists';
import { PaymentForm } from './PaymentForm';
import './payment.css';
import { useCard } from './useCard';

const step = stepOf(applicationFlow, 'payment');

/** Step 4: terms, consent, the fee by card, the signature. */
export function PaymentPage() {
  const { trn_id } = useApplication();
  return (
    <LoadingStep step={step} trnId={trn_id}>
      {(loaded) => <KnownApplicant loaded={loaded} trnId={trn_id} />}
    </LoadingStep>
  );
}

/** Waits for the name and address that the form can copy; without them it can still be filled in by hand. */
function KnownApplicant({ loaded, trnId }: { loaded: LoadedStep; trnId: string }) {
  const [visit] = useState(createKey);
  const { data, isLoading } = useStepRecords('identification', trnId, visit);
  const known = useMemo(() => withBillingLists(loaded, data), [loaded, data]);
  const { client, ...card } = useCard(trnId);
  if (isLoading) return <Skeleton lines={6} />;
  return (
    <Elements stripe={client}>
      <PaymentForm loaded={known} card={card} trnId={trnId} />
    </Elements>
  );
}

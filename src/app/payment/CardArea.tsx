import texts from '../../../schemas/texts/payment.json';
import type { Fees } from '../../api/payment';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { CardFields } from './CardFields';
import { FeeSummary } from './FeeSummary';
import { SandboxNote } from './SandboxNote';

/** What the page waits for before a card can be typed; `retry` asks again for what failed. */
export interface CardState {
  fees?: Fees;
  /** What it cost when a payment of it was refused, in dollars. */
  feeBefore?: number;
  hasFeesFailed: boolean;
  isReady: boolean;
  hasCardFailed: boolean;
  retry(): void;
}

/** The fee and the card, above the billing address. */
export function CardArea({ fees, feeBefore, hasFeesFailed, isReady, hasCardFailed, retry }: CardState) {
  if (hasFeesFailed && !fees) return <Failed text={texts.fee.failed} onRetry={retry} />;
  if (!fees) return <Skeleton lines={3} />;
  return (
    <>
      <FeeSummary fees={fees} before={feeBefore} />
      {fees.provider === 'sandbox' && <SandboxNote />}
      {hasCardFailed && <Failed text={texts.card.failed} onRetry={retry} />}
      {!hasCardFailed && (isReady ? <CardFields /> : <Skeleton lines={2} />)}
    </>
  );
}

function Failed({ text, onRetry }: { text: string; onRetry(): void }) {
  return (
    <Banner kind="error" title={text}>
      <Button onClick={onRetry}>{texts.card.retry}</Button>
    </Banner>
  );
}

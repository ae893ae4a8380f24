import type { StripeElementStyle } from '@stripe/stripe-js';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import texts from '../../../schemas/texts/payment.json';
import type { Fees } from '../../contract/payment';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { feeOf } from '../ui/money';
import { Skeleton } from '../ui/Skeleton';
import { CARD_PARTS, type CardChange, type CardFields } from './useCardFields';

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

interface CardAreaProps {
  card: CardState;
  fields: CardFields;
  /** The page was refused: what is not filled in is wrong. */
  isRefused: boolean;
}

/** The fee and the card, above the billing address. */
export function CardArea({ card, fields, isRefused }: CardAreaProps) {
  const { fees, feeBefore, hasFeesFailed, isReady, hasCardFailed, retry } = card;
  if (hasFeesFailed && !fees) return <Failed text={texts.fee.failed} onRetry={retry} />;
  if (!fees) return <Skeleton lines={4} fields={3} />;
  return (
    <>
      <FeeSummary fees={fees} before={feeBefore} />
      {fees.provider === 'sandbox' && <SandboxNote />}
      {hasCardFailed && <Failed text={texts.card.failed} onRetry={retry} />}
      {!hasCardFailed && (isReady ? <CardInputs fields={fields} isRefused={isRefused} /> : <Skeleton fields={3} />)}
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

/** Says that no real card is charged here. */
function SandboxNote() {
  return (
    <p className="rp-note">
      <strong className="ap-badge">{texts.sandbox.badge}</strong> {texts.sandbox.text}
    </p>
  );
}

/** The card, typed into the provider's own fields: its number never passes through this page. */
function CardInputs({ fields, isRefused }: Pick<CardAreaProps, 'fields' | 'isRefused'>) {
  const { refusal } = fields;
  return (
    <>
      {refusal && <Refusal key={refusal.n} text={refusal.text} />}
      <fieldset className="ap-card">
        <legend className="rp-label">{texts.card.title}</legend>
        <p className="rp-help">{texts.card.help}</p>
        <div className="rp-grid">
          {CARD_PARTS.map(({ name, ...part }) => (
            <CardField
              key={name}
              label={texts.card[name]}
              message={fields.messageOf(name, isRefused)}
              onChange={(change) => fields.change(name, change)}
              {...part}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

/** Why nothing was paid; takes the focus when it appears. */
function Refusal({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  // Appearing is the event: the provider or the bank has just refused the card.
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="ap-refusal" ref={box} tabIndex={-1}>
      <Banner kind="error" title={text}>
        <p>{texts.card.refused}</p>
      </Banner>
    </div>
  );
}

/** Before the card: what it costs, that it is not paid back, what happens next; `before` is what it cost when it was last agreed to. */
function FeeSummary({ fees, before }: { fees: Fees; before?: number }) {
  const amount = feeOf(fees);
  const isChanged = before !== undefined && before !== amount;
  const changed = () =>
    fillText(texts.fee.changed, { before: formatDollars(before ?? 0), amount: formatDollars(amount) });
  return (
    <div className="ap-fee">
      {isChanged && <Banner kind="warning" title={changed()} />}
      <dl>
        <div>
          <dt>{texts.fee.amount}</dt>
          <dd>{formatDollars(amount)}</dd>
        </div>
      </dl>
      <p>{texts.fee.notRefunded}</p>
      <p>{texts.fee.next}</p>
    </div>
  );
}

interface ElementProps {
  id: string;
  className: string;
  options: { style: StripeElementStyle };
  onChange(change: CardChange): void;
}

interface CardFieldProps {
  id: string;
  label: string;
  message?: string;
  Element: ComponentType<ElementProps>;
  width?: 'half';
  onChange(change: CardChange): void;
}

/** The provider draws its fields in frames that our style sheet does not reach: it is told the colours of the present theme. */
function cardLook() {
  const root = getComputedStyle(document.documentElement);
  const colour = (name: string) => root.getPropertyValue(`--rp-colors-${name}`).trim();
  return {
    style: {
      base: {
        fontSize: '17px',
        color: colour('ink'),
        fontFamily: 'system-ui, sans-serif',
        '::placeholder': { color: colour('muted') },
      },
      invalid: { color: colour('error') },
    },
  };
}

/** One field of the card with its label and what is wrong with it. */
function CardField({ id, label, message, Element, width, onChange }: CardFieldProps) {
  // Another object would be another look to the provider.
  const [look] = useState(cardLook);
  return (
    <div className="rp-field" data-width={width} data-invalid={message === undefined ? undefined : ''}>
      <label className="rp-label" htmlFor={id}>
        {label}
        <span aria-hidden="true"> *</span>
      </label>
      <div role="alert">{message !== undefined && <p className="rp-error">{message}</p>}</div>
      <Element id={id} className="rp-control" options={look} onChange={onChange} />
    </div>
  );
}

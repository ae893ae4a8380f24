import { Box } from '@chakra-ui/react/box';
import type { StripeElementStyle } from '@stripe/stripe-js';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { Fees } from '../../contract/payment';
import { useMessages } from '../../messages/useMessages';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { FeeChanged } from './OrderSummary';
import { CARD_PARTS, type CardChange, type CardFields } from './useCardFields';
import { Wallet, type WalletActions } from './Wallet';

export interface CardState {
  fees?: Fees;
  /** The earlier fee in dollars, if the fee changed. */
  feeBefore?: number;
  hasFeesFailed: boolean;
  isReady: boolean;
  hasCardFailed: boolean;
  retry(): void;
}

interface CardAreaProps {
  card: CardState;
  fields: CardFields;
  wallet: WalletActions;
  /** If true, empty fields show errors. */
  isRefused: boolean;
}

export function CardArea({ card, fields, wallet, isRefused }: CardAreaProps) {
  const messages = useMessages('payment');
  const { fees, feeBefore, hasFeesFailed, isReady, hasCardFailed, retry } = card;
  if (hasFeesFailed && !fees) return <Failed text={messages.fee.failed} onRetry={retry} />;
  if (!fees) return <Skeleton lines={4} fields={3} />;
  return (
    <>
      <FeeChanged fees={fees} before={feeBefore} />
      {hasCardFailed && <Failed text={messages.card.failed} onRetry={retry} />}
      {isReady && <Wallet fees={fees} actions={wallet} />}
      {!hasCardFailed && (isReady ? <CardInputs fields={fields} isRefused={isRefused} /> : <Skeleton fields={3} />)}
      {fees.provider === 'sandbox' && <SandboxNote />}
    </>
  );
}

function Failed({ text, onRetry }: { text: string; onRetry(): void }) {
  const messages = useMessages('payment').card;
  return (
    <Banner kind="error" title={text}>
      <Button onClick={onRetry}>{messages.retry}</Button>
    </Banner>
  );
}

function SandboxNote() {
  const messages = useMessages('payment').sandbox;
  return (
    <details className="rp-note">
      <summary>
        <Box as="strong" {...BADGE}>
          {messages.badge}
        </Box>{' '}
        {messages.title}
      </summary>
      {messages.text}
    </details>
  );
}

const BADGE = {
  display: 'inline-block',
  paddingInline: '2',
  marginInlineEnd: '1',
  borderRadius: 'control',
  bg: 'ink',
  color: 'paper',
  fontSize: 'small',
} as const;

/** Stripe's frames contain the fields, so the card number never reaches this page. The sandbox has no frames. */
function CardInputs({ fields, isRefused }: Pick<CardAreaProps, 'fields' | 'isRefused'>) {
  const messages = useMessages('payment').card;
  const { refusal } = fields;
  return (
    <>
      {refusal && <Refusal key={refusal.n} text={refusal.text} />}
      <Box as="fieldset" marginBottom="2" css={CARD}>
        <legend className="rp-unseen">{messages.title}</legend>
        <div className="rp-grid">
          {CARD_PARTS.map(({ name, ...part }) => (
            <CardField
              key={name}
              label={messages[name]}
              message={fields.messageOf(name, isRefused)}
              onChange={(change) => fields.change(name, change)}
              {...part}
            />
          ))}
        </div>
        <p className="rp-help">{messages.help}</p>
      </Box>
    </>
  );
}

const CARD = {
  '& .rp-control.StripeElement': { paddingBlock: { base: '0.6875rem', md: '0.8125rem' } },
  '& :is(.StripeElement--focus, .StripeElement:focus-within)': {
    outline: '3px solid {colors.focus}',
    borderColor: 'ink',
  },
  '& .StripeElement input:focus': { outline: 'none' },
  '& :is(.StripeElement--invalid, [data-invalid] .StripeElement)': { borderColor: 'error', borderWidth: '2px' },
} as const;

function Refusal({ text }: { text: string }) {
  const messages = useMessages('payment').card;
  const box = useRef<HTMLDivElement>(null);
  // Synchronizes with the browser's focus.
  useEffect(() => box.current?.focus(), []);
  return (
    <Box ref={box} tabIndex={-1} borderRadius="control">
      <Banner kind="error" title={messages.refused}>
        <p>
          {text} {messages.retryCard}
        </p>
      </Banner>
    </Box>
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

/** Reads the theme's colors, because our style sheet doesn't apply in the provider's frames. */
function readCardStyle() {
  const root = getComputedStyle(document.documentElement);
  const color = (name: string) => root.getPropertyValue(`--rp-colors-${name}`).trim();
  return {
    style: {
      base: {
        fontSize: '17px',
        color: color('ink'),
        fontFamily: 'system-ui, sans-serif',
        '::placeholder': { color: color('muted') },
      },
      invalid: { color: color('error') },
    },
  };
}

function CardField({ id, label, message, Element, width, onChange }: CardFieldProps) {
  const [look] = useState(readCardStyle);
  return (
    <div
      className="rp-field"
      data-width={width}
      data-phone={width}
      data-invalid={message === undefined ? undefined : ''}
    >
      <label className="rp-label" htmlFor={id}>
        {label}
        <span aria-hidden="true">{'\u00a0*'}</span>
      </label>
      <div role="alert">{message !== undefined && <p className="rp-error">{message}</p>}</div>
      <Element id={id} className="rp-control" options={look} onChange={onChange} />
    </div>
  );
}

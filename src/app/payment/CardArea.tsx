import { Box } from '@chakra-ui/react/box';
import type { StripeElementStyle } from '@stripe/stripe-js';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { getFee } from '../../api/payment';
import type { Fees } from '../../contract/payment';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { CARD_PARTS, type CardChange, type CardFields } from './useCardFields';
import { Wallet, type WalletActions } from './Wallet';

/** What must load before a card can be typed. */
export interface CardState {
  fees?: Fees;
  /** Dollars at the refused payment. */
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
  /** The page was refused, so empty fields are errors. */
  isRefused: boolean;
}

export function CardArea({ card, fields, wallet, isRefused }: CardAreaProps) {
  const messages = useMessages('payment');
  const { fees, feeBefore, hasFeesFailed, isReady, hasCardFailed, retry } = card;
  if (hasFeesFailed && !fees) return <Failed text={messages.fee.failed} onRetry={retry} />;
  if (!fees) return <Skeleton lines={4} fields={3} />;
  return (
    <>
      <OrderSummary fees={fees} before={feeBefore} />
      {fees.provider === 'sandbox' && <SandboxNote />}
      {hasCardFailed && <Failed text={messages.card.failed} onRetry={retry} />}
      {isReady && <Wallet fees={fees} actions={wallet} />}
      {!hasCardFailed && (isReady ? <CardInputs fields={fields} isRefused={isRefused} /> : <Skeleton fields={3} />)}
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

/** Uses the provider's fields. The card number never reaches this page. */
function CardInputs({ fields, isRefused }: Pick<CardAreaProps, 'fields' | 'isRefused'>) {
  const messages = useMessages('payment').card;
  const { refusal } = fields;
  return (
    <>
      {refusal && <Refusal key={refusal.n} text={refusal.text} />}
      <Box as="fieldset" marginBottom="2" css={CARD}>
        <Box as="legend" className="rp-label" fontSize="title3" fontWeight="bold">
          {messages.title}
        </Box>
        <Box as="p" className="rp-help" marginBottom="4">
          {messages.help}
        </Box>
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
      </Box>
    </>
  );
}

/** Class names the provider sets by content. */
const CARD = {
  '& .rp-control.StripeElement': { paddingBlock: { base: '0.6875rem', md: '0.8125rem' } },
  '& :is(.StripeElement--focus, .StripeElement:focus-within)': {
    outline: '3px solid {colors.focus}',
    borderColor: 'ink',
  },
  '& .StripeElement input:focus': { outline: 'none' },
  '& :is(.StripeElement--invalid, [data-invalid] .StripeElement)': { borderColor: 'error', borderWidth: '2px' },
} as const;

/** Takes the focus when it appears. */
function Refusal({ text }: { text: string }) {
  const messages = useMessages('payment').card;
  const box = useRef<HTMLDivElement>(null);
  // Synchronizes with the browser's focus.
  useEffect(() => box.current?.focus(), []);
  return (
    <Box ref={box} tabIndex={-1} borderRadius="control">
      <Banner kind="error" title={text}>
        <p>{messages.refused}</p>
      </Banner>
    </Box>
  );
}

/** What is bought, for whom and for how much, before the card. `before` is the amount last agreed to. */
export function OrderSummary({ fees, before }: { fees: Fees; before?: number }) {
  const messages = useMessages('payment').fee;
  const { application_number: number, subscriber_name: subscriber, first_name, last_name } = useApplication();
  const amount = formatDollars(getFee(fees));
  const isFree = getFee(fees) === 0;
  const isChanged = before !== undefined && before !== getFee(fees);
  const changed = () => fillText(messages.changed, { before: formatDollars(before ?? 0), amount });
  return (
    <Box as="section" aria-labelledby="order" {...ORDER}>
      <h3 id="order">{messages.order}</h3>
      {isChanged && <Banner kind="warning" title={changed()} />}
      <dl>
        <div>
          <dt>
            {messages.amount}
            <small>{fillText(messages.what, { number, subscriber, name: `${first_name} ${last_name}` })}</small>
          </dt>
          <dd>{amount}</dd>
        </div>
        <div>
          <dt>{messages.total}</dt>
          <dd>{amount}</dd>
        </div>
      </dl>
      {fees.is_waived && <p>{messages.waived}</p>}
      {fees.terms.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {isFree && <p>{messages.free}</p>}
      {!isFree && !fees.is_returned && <p>{messages.notRefunded}</p>}
      {!isFree && <p>{messages.next}</p>}
    </Box>
  );
}

const ORDER = {
  padding: { base: '4', md: '5' },
  marginBottom: { base: '4', md: '5' },
  borderRadius: 'card',
  bg: 'surface',
  css: {
    '& h3': { margin: '0', fontSize: 'title3' },
    '& dl > div': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'baseline',
      gap: '4',
      paddingBlock: { base: '2', md: '3' },
      borderBottom: '1px solid {colors.hair}',
    },
    '& dl > div:last-of-type': { marginBottom: { base: '2', md: '3' }, fontSize: 'title3', fontWeight: 'bold' },
    '& dt': { minWidth: '0', overflowWrap: 'break-word' },
    '& small': { display: 'block', color: 'muted', fontSize: 'small' },
    '& > p': { color: 'muted', fontSize: 'small' },
    '& > p + p': { marginTop: '1' },
  },
} as const;

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

/** Our style sheet doesn't reach the provider's frames, so the theme's colors are passed. */
function cardLook() {
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
  // A new object would restyle the provider's field.
  const [look] = useState(cardLook);
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

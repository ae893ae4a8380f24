import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import type { StripeElementStyle } from '@stripe/stripe-js';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import texts from '../../../schemas/texts/payment.json';
import { feeOf } from '../../api/payment';
import type { Fees } from '../../contract/payment';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
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
      <Box as="strong" {...BADGE}>
        {texts.sandbox.badge}
      </Box>{' '}
      {texts.sandbox.text}
    </p>
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

/** The card, typed into the provider's own fields: its number never passes through this page. */
function CardInputs({ fields, isRefused }: Pick<CardAreaProps, 'fields' | 'isRefused'>) {
  const { refusal } = fields;
  return (
    <>
      {refusal && <Refusal key={refusal.n} text={refusal.text} />}
      <Box as="fieldset" marginBottom="2" css={CARD}>
        <Box as="legend" className="rp-label" fontSize="title3" fontWeight="bold">
          {texts.card.title}
        </Box>
        <Box as="p" className="rp-help" marginBottom="4">
          {texts.card.help}
        </Box>
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
      </Box>
    </>
  );
}

/** The provider's own classes say what its frames hold. */
const CARD = {
  '& .rp-control.StripeElement': { paddingBlock: '0.8125rem' },
  '& :is(.StripeElement--focus, .StripeElement:focus-within)': {
    outline: '3px solid {colors.focus}',
    borderColor: 'ink',
  },
  '& .StripeElement input:focus': { outline: 'none' },
  '& :is(.StripeElement--invalid, [data-invalid] .StripeElement)': { borderColor: 'error', borderWidth: '2px' },
} as const;

/** Why nothing was paid; takes the focus when it appears. */
function Refusal({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  // Appearing is the event: the provider or the bank has just refused the card.
  useEffect(() => box.current?.focus(), []);
  return (
    <Box ref={box} tabIndex={-1} borderRadius="control">
      <Banner kind="error" title={text}>
        <p>{texts.card.refused}</p>
      </Banner>
    </Box>
  );
}

/** Before the card: what it costs, that it is not paid back, what happens next; `before` is what it cost when it was last agreed to. */
function FeeSummary({ fees, before }: { fees: Fees; before?: number }) {
  const amount = feeOf(fees);
  const isChanged = before !== undefined && before !== amount;
  const changed = () =>
    fillText(texts.fee.changed, { before: formatDollars(before ?? 0), amount: formatDollars(amount) });
  return (
    <Grid gap="2" padding="5" marginBottom="5" borderRadius="card" bg="surface">
      {isChanged && <Banner kind="warning" title={changed()} />}
      <Flex as="dl" wrap="wrap" justify="space-between" align="baseline" gap="{spacing.2} {spacing.5}">
        <Box as="dt" fontWeight="medium">
          {texts.fee.amount}
        </Box>
        <Box as="dd" fontSize="title2" fontWeight="bold" lineHeight="tight">
          {formatDollars(amount)}
        </Box>
      </Flex>
      <Box as="p" color="muted">
        {texts.fee.notRefunded}
      </Box>
      <Box as="p" color="muted">
        {texts.fee.next}
      </Box>
    </Grid>
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

/** The provider draws its fields in frames that our style sheet does not reach: it is given the colours of the present theme. */
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

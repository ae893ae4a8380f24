import { Input } from '@chakra-ui/react/input';
import { Textarea } from '@chakra-ui/react/textarea';
import { type ReactNode, useState } from 'react';
import type { Messages } from '../../../messages/files';
import { useMessages } from '../../../messages/useMessages';
import { formatDollars, readMoney } from '../../../model/format/money';
import type { GrossPayDifference } from '../../../model/income/grossPay';
import { fillText } from '../../../model/messages/fillText';
import { Button } from '../../ui/Button';
import { CancelButton } from '../../ui/CancelButton';
import { Choices } from '../../ui/Choices';
import { Dialog } from '../../ui/Dialog';
import type { OpenGrossPay } from './resolveGrossPay';

type By = 'typed' | 'documents' | 'other';

/** Asks for the correct monthly amount (docs/spec/002-income.md, §4). */
export function GrossPayDialog(open: OpenGrossPay) {
  const { difference, onCancel, onChoose } = open;
  const messages = useMessages('income').grossPay;
  const [by, setBy] = useState<By>();
  const [isTold, setTold] = useState(false);
  const [asksOther, setAsksOther] = useState(false);
  const [typed, setTyped] = useState<TypedPay>({ amount: '', comment: '' });
  if (asksOther)
    return <OtherGrossPay open={open} typed={typed} onType={setTyped} onBack={() => setAsksOther(false)} />;
  function confirm() {
    if (!by) return setTold(true);
    if (by === 'other') return setAsksOther(true);
    onChoose({ by });
  }
  return (
    <Dialog
      title={messages.title}
      kind="alert"
      onClose={onCancel}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" onClick={confirm}>
            {messages.confirm}
          </Button>
        </>
      }
    >
      <p>{fillText(messages.text, { employer: employerName(difference, messages) })}</p>
      <Choices
        legend={messages.choose}
        options={listChoices(difference, messages)}
        chosen={by}
        onChoose={(value) => setBy(value)}
      />
      <p className="rp-error" role="alert">
        {isTold && !by && messages.missing}
      </p>
    </Dialog>
  );
}

type GrossPayMessages = Messages<'income'>['grossPay'];

function listChoices(difference: GrossPayDifference, messages: GrossPayMessages): { value: By; text: ReactNode }[] {
  return (['typed', 'documents', 'other'] as const).map((value) => ({
    value,
    text: (
      <>
        {messages[value]}
        {value !== 'other' && (
          <>
            {': '}
            <strong>{fillText(messages.monthly, { amount: formatDollars(difference[value]) })}</strong>
          </>
        )}
      </>
    ),
  }));
}

function employerName({ name, index }: GrossPayDifference, { unnamed }: GrossPayMessages): string {
  return name ?? fillText(unnamed, { n: index + 1 });
}

export interface TypedPay {
  amount: string;
  comment: string;
}

interface OtherGrossPayProps {
  open: Pick<OpenGrossPay, 'questions' | 'checkAmount' | 'onCancel' | 'onChoose'>;
  typed: TypedPay;
  onType(typed: TypedPay): void;
  onBack(): void;
}

/** Asks for another amount and the reason (docs/spec/002-income.md, §3). */
export function OtherGrossPay({ open, typed, onType, onBack }: OtherGrossPayProps) {
  const messages = useMessages('income').grossPay;
  const { questions, checkAmount, onCancel, onChoose } = open;
  const [isTold, setTold] = useState(false);
  const otherPay = questions.new_avrgross_pay ?? {};
  const amount = readAmount(typed.amount);
  const message = amount === undefined ? messages.required : checkAmount(amount);
  function save() {
    if (typeof amount !== 'number' || message) {
      setTold(true);
      document.getElementById('gross-pay-amount')?.focus();
    } else onChoose({ by: 'other', new_avrgross_pay: amount, comment: typed.comment.trim() || undefined });
  }
  const isWrong = isTold && message !== undefined;
  return (
    <Dialog
      title={otherPay.title ?? messages.other}
      kind="alert"
      onClose={onCancel}
      footer={
        <>
          <CancelButton />
          <Button onClick={onBack}>{messages.back}</Button>
          <Button variant="primary" onClick={save}>
            {messages.save}
          </Button>
        </>
      }
    >
      <div className="rp-field" data-invalid={isWrong ? '' : undefined}>
        <label className="rp-label" htmlFor="gross-pay-amount">
          {messages.amount}
        </label>
        <p className="rp-error" id="gross-pay-error" role="alert">
          {isWrong && message}
        </p>
        <Input
          id="gross-pay-amount"
          inputMode="decimal"
          autoComplete="off"
          required
          aria-invalid={isWrong}
          aria-describedby="gross-pay-error"
          value={typed.amount}
          onChange={({ target }) => onType({ ...typed, amount: target.value })}
          onBlur={() => typeof amount === 'number' && onType({ ...typed, amount: formatDollars(amount) })}
        />
      </div>
      <div className="rp-field">
        <label className="rp-label" htmlFor="gross-pay-comment">
          {questions.comment?.title}
        </label>
        <Textarea
          id="gross-pay-comment"
          rows={3}
          maxLength={Number(questions.comment?.maxLength ?? 5000)}
          value={typed.comment}
          onChange={({ target }) => onType({ ...typed, comment: target.value })}
        />
      </div>
    </Dialog>
  );
}

/** `'$ 1,234.5'` → 1234.5, blank → undefined. Returns other text as a string, so that the schema rejects it. */
export function readAmount(typed: string): number | string | undefined {
  const text = typed.trim();
  return text === '' ? undefined : (readMoney(text) ?? text);
}

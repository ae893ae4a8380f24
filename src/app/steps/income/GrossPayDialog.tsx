import { Input } from '@chakra-ui/react/input';
import { Textarea } from '@chakra-ui/react/textarea';
import { type ReactNode, useState } from 'react';
import texts from '../../../../schemas/texts/income.json';
import { fillText } from '../../../model/fillText';
import { formatDollars } from '../../../model/format';
import type { GrossPayChoice, GrossPayDifference } from '../../../model/grossPay';
import type { SchemaNode } from '../../../model/types';
import { Button } from '../../ui/Button';
import { Choices } from '../../ui/Choices';
import { Dialog } from '../../ui/Dialog';
import type { OpenGrossPay } from './settleGrossPay';

type By = 'typed' | 'documents' | 'other';

const words = texts.grossPay;

/** 'Important Alert!': which monthly gross is right; a value of neither side is asked for in a second dialog (spec 002 §4). */
export function GrossPayDialog({ difference, questions, judge, onCancel, onChoose }: OpenGrossPay) {
  const [by, setBy] = useState<By>();
  const [isTold, setTold] = useState(false);
  const [asksOther, setAsksOther] = useState(false);
  if (asksOther)
    return (
      <OtherGrossPay
        questions={questions}
        judge={judge}
        onBack={() => setAsksOther(false)}
        onClose={onCancel}
        onSave={onChoose}
      />
    );
  function confirm() {
    if (!by) return setTold(true);
    if (by === 'other') return setAsksOther(true);
    onChoose({ by });
  }
  return (
    <Dialog
      title={words.title}
      kind="alert"
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{words.cancel}</Button>
          <Button variant="primary" onClick={confirm}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <p>{fillText(words.text, { employer: nameOf(difference) })}</p>
      <Choices legend={words.choose} options={choicesOf(difference)} chosen={by} onChoose={(value) => setBy(value)} />
      <p className="rp-error" role="alert">
        {isTold && !by && words.missing}
      </p>
    </Dialog>
  );
}

function choicesOf(difference: GrossPayDifference): { value: By; text: ReactNode }[] {
  return (['typed', 'documents', 'other'] as const).map((value) => ({
    value,
    text: (
      <>
        {words[value]}
        {value !== 'other' && (
          <>
            {': '}
            <strong>{fillText(words.monthly, { amount: formatDollars(difference[value]) })}</strong>
          </>
        )}
      </>
    ),
  }));
}

function nameOf({ name, index }: GrossPayDifference): string {
  return name ?? fillText(words.unnamed, { n: index + 1 });
}

interface OtherGrossPayProps {
  questions: Record<string, SchemaNode>;
  judge(amount: unknown): string | undefined;
  onBack(): void;
  onClose(): void;
  onSave(choice: GrossPayChoice): void;
}

/** The second dialog: a monthly gross that neither side has named, and why (spec 002 §3, new_avrgross_pay and comment). */
export function OtherGrossPay({ questions, judge, onBack, onClose, onSave }: OtherGrossPayProps) {
  const [typed, setTyped] = useState('');
  const [comment, setComment] = useState('');
  const [isTold, setTold] = useState(false);
  const asked = questions.new_avrgross_pay ?? {};
  const amount = readAmount(typed);
  const message = amount === undefined ? words.required : judge(amount);
  function save() {
    if (typeof amount !== 'number' || message) {
      setTold(true);
      document.getElementById('gross-pay-amount')?.focus();
    } else onSave({ by: 'other', new_avrgross_pay: amount, comment: comment.trim() || undefined });
  }
  const isWrong = isTold && message !== undefined;
  return (
    <Dialog
      title={asked.title ?? words.other}
      kind="alert"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onBack}>{words.back}</Button>
          <Button variant="primary" onClick={save}>
            {words.save}
          </Button>
        </>
      }
    >
      <div className="rp-field" data-invalid={isWrong ? '' : undefined}>
        <label className="rp-label" htmlFor="gross-pay-amount">
          {words.amount}
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
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
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
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      </div>
    </Dialog>
  );
}

/** An amount typed in dollars: `'$ 1,234.5'` → 1234.5; blank → undefined; what is no amount stays text, for the schema to refuse. */
export function readAmount(typed: string): number | string | undefined {
  const text = typed.replace(/[\s$,]/g, '');
  if (!text) return undefined;
  return /^\d+(\.\d*)?$|^\.\d+$/.test(text) ? Number(text) : text;
}

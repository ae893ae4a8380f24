import { useState } from 'react';
import texts from '../../../../schemas/texts/income.json';
import type { GrossPayChoice } from '../../../model/grossPay';
import type { SchemaNode } from '../../../model/types';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { readAmount } from './readAmount';

interface OtherGrossPayProps {
  questions: Record<string, SchemaNode>;
  judge(amount: unknown): string | undefined;
  onBack(): void;
  onClose(): void;
  onSave(choice: GrossPayChoice): void;
}

const words = texts.grossPay;

/** The second dialog: a monthly gross that neither side has told, and why (spec 002 §3, new_avrgross_pay and comment). */
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
        <input
          id="gross-pay-amount"
          className="rp-control"
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
        <textarea
          id="gross-pay-comment"
          className="rp-control"
          rows={3}
          maxLength={Number(questions.comment?.maxLength ?? 5000)}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      </div>
    </Dialog>
  );
}

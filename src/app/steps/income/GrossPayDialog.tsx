import { useState } from 'react';
import texts from '../../../../schemas/texts/income.json';
import { fillText } from '../../../model/fillText';
import type { GrossPayDifference } from '../../../model/grossPay';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { inDollars } from './inDollars';
import { OtherGrossPay } from './OtherGrossPay';
import type { OpenGrossPay } from './useGrossPay';

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
      <fieldset className="ap-mismatch">
        <legend className="rp-label">{words.choose}</legend>
        <div className="rp-choices">
          {(['typed', 'documents', 'other'] as const).map((one) => (
            <label key={one} className="rp-choice">
              <input type="radio" name="gross-pay" checked={by === one} onChange={() => setBy(one)} />
              <span>
                {words[one]}
                {one !== 'other' && (
                  <>
                    {': '}
                    <strong>{fillText(words.monthly, { amount: inDollars(difference[one]) })}</strong>
                  </>
                )}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className="rp-error" role="alert">
        {isTold && !by && words.missing}
      </p>
    </Dialog>
  );
}

function nameOf({ name, index }: GrossPayDifference): string {
  return name ?? fillText(words.unnamed, { n: index + 1 });
}

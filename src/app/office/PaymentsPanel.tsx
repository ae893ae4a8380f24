import { useState } from 'react';
import { createIdempotentCall } from '../../api/idempotentCall';
import { addCost, orderRefund, useLedger } from '../../api/ledger';
import type { CaseLedger } from '../../contract/ledger';
import type { OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import type { Answers } from '../../model/types';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { formatDate, formatDateTime } from './dates';
import { OfficeForm, type Problem, ProblemBanner, readProblem } from './OfficeForm';

type Change = 'cost' | 'refund';

interface PaymentsPanelProps {
  application: OfficeApplication;
  mayChange: boolean;
}

export function PaymentsPanel({ application: { id, revision }, mayChange }: PaymentsPanelProps) {
  const messages = useMessages('office').money;
  const { data, error, mutate } = useLedger(id, String(revision));
  const [change, setChange] = useState<Change>();
  return (
    <section className="of-panel" aria-labelledby="money">
      <h2 id="money">{messages.title}</h2>
      {error && !data && <Banner kind="error" title={error.message} />}
      {data && <LedgerLines ledger={data} />}
      {data && mayChange && (
        <div className="rp-buttons">
          <Button onClick={() => setChange('cost')}>{messages.addCost}</Button>
          {data.refundable > 0 && <Button onClick={() => setChange('refund')}>{messages.refund}</Button>}
        </div>
      )}
      {data && change && (
        <ChangeDialog
          id={id}
          change={change}
          refundable={data.refundable}
          onClose={(ledger) => {
            setChange(undefined);
            if (ledger) void mutate(ledger, { revalidate: false });
          }}
        />
      )}
    </section>
  );
}

function LedgerLines({ ledger: { lines, balance, refunds, disputes } }: { ledger: CaseLedger }) {
  const messages = useMessages('office').money;
  const waiting = refunds.filter(({ state }) => state !== 'sent');
  return (
    <>
      {disputes.map((dispute) => (
        <Banner key={dispute.id} kind="warning" title={dispute.title}>
          {dispute.evidence_due_at &&
            fillText(messages.evidence, {
              amount: formatDollars(dispute.amount),
              date: formatDate(dispute.evidence_due_at),
            })}
        </Banner>
      ))}
      {waiting.map(({ id, title, amount, state }) => (
        <Banner
          key={id}
          kind={state === 'failed' ? 'error' : 'info'}
          title={fillText(messages.refundState, { amount: formatDollars(amount), state: title })}
        />
      ))}
      {lines.length === 0 && <p className="rp-help">{messages.none}</p>}
      <ol className="of-timeline">
        {lines.map((line) => (
          <li key={line.id}>
            <strong>{formatDollars(line.amount)}</strong> {line.title}
            {line.note && <p>{line.note}</p>}
            <p className="rp-help">{[line.by, formatDateTime(line.at)].filter(Boolean).join(', ')}</p>
          </li>
        ))}
      </ol>
      {balance !== 0 && <p className="rp-help">{fillText(messages.balance, { amount: formatDollars(balance) })}</p>}
    </>
  );
}

const FORM = 'change';

interface ChangeDialogProps {
  id: string;
  change: Change;
  /** Maximum refund in dollars. */
  refundable: number;
  onClose(ledger?: CaseLedger): void;
}

function ChangeDialog({ id, change, refundable, onClose }: ChangeDialogProps) {
  const messages = useMessages('office').money;
  const [problem, setProblem] = useState<Problem>();
  const [isReady, setReady] = useState(false);
  const [callOnce] = useState(createIdempotentCall);
  const send = ({ amount, what, why }: Answers, key: string): Promise<CaseLedger> =>
    change === 'cost'
      ? addCost(id, { amount: Number(amount), what: String(what) }, key)
      : orderRefund(id, { amount: Number(amount), why: String(why) }, key);
  async function submit(answers: Answers) {
    try {
      onClose(await callOnce([id, change, answers], (key) => send(answers, key)));
    } catch (cause) {
      setProblem(readProblem(cause));
    }
  }
  return (
    <Dialog
      title={change === 'cost' ? messages.addCost : messages.refund}
      onClose={() => onClose()}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" type="submit" form={FORM} disabled={!isReady}>
            {change === 'cost' ? messages.addCost : messages.refundNow}
          </Button>
        </>
      }
    >
      {problem && <ProblemBanner problem={problem} onLook={() => onClose()} />}
      {change === 'refund' && <p>{fillText(messages.most, { amount: formatDollars(refundable) })}</p>}
      <OfficeForm id={FORM} step={change} onReady={() => setReady(true)} onSubmit={submit} />
    </Dialog>
  );
}

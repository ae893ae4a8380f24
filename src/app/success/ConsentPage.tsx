import texts from '../../../schemas/texts/payment.json';
import { termsOf, useConsent } from '../../api/payment';
import type { ConsentRecord, SignedConsent } from '../../contract/payment';
import { useApplication } from '../shell/application';
import { PageHeading } from '../shell/PageHeading';
import { AnswerList } from '../ui/AnswerList';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { RecordCheck } from './RecordCheck';
import './success.css';
import '../ui/summary.css';
import { useState } from 'react';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { Accordion } from '../ui/Accordion';
import { SubscriberText } from '../ui/RichText';
import { formatDay } from './formatDay';

/** What was agreed to, signed and paid (spec 003, section 2, Consent view). */
export function ConsentPage() {
  const { trn_id, first_name, last_name } = useApplication();
  const { data, error, mutate } = useConsent(trn_id);
  return (
    <>
      <PageHeading title={texts.consent.title}>{texts.consent.title}</PageHeading>
      {data && <Record record={data} name={`${first_name} ${last_name}`} trnId={trn_id} />}
      {!data && !error && <Skeleton lines={8} holdsRest />}
      {!data && error && (
        <Banner kind="error" title={texts.consent.failed}>
          <Button onClick={() => void mutate()}>{texts.consent.retry}</Button>
        </Banner>
      )}
    </>
  );
}

interface RecordProps {
  record: ConsentRecord;
  name: string;
  trnId: string;
}

function Record({ record, name, trnId }: RecordProps) {
  return (
    <>
      <AgreedTerms record={record} name={name} />
      {record.file ? <Signed record={record} trnId={trnId} /> : <p className="rp-note">{texts.consent.none}</p>}
    </>
  );
}

function Signed({ record, trnId }: { record: SignedConsent; trnId: string }) {
  return (
    <>
      <PaymentRecord record={record} />
      <AskedQuestions sections={record.sections} />
      <RecordCheck trnId={trnId} />
    </>
  );
}

/** Who paid what, when, with which card. */
export function PaymentRecord({ record }: { record: SignedConsent }) {
  const words = texts.consent;
  const { name_on_card, amount, transaction_date, card_number, city, state } = record;
  const lines = [
    [words.holder, name_on_card],
    [words.amount, formatDollars(amount)],
    [words.paidOn, transaction_date && formatDay(transaction_date)],
    [words.card, fillText(words.cardNumber, { last4: card_number })],
    [words.city, city],
    [words.state, state],
  ];
  return (
    <section className="ap-record" aria-labelledby="payment">
      <h2 id="payment">{words.payment}</h2>
      <dl className="ap-summary">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate="no">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The questions of the record, section by section, each with its answer; none of today's. */
export function AskedQuestions({ sections }: Pick<SignedConsent, 'sections'>) {
  return (
    <section className="ap-record" aria-labelledby="asked">
      <h2 id="asked">{texts.consent.questions}</h2>
      {!sections && <p className="rp-note">{texts.consent.questionsLost}</p>}
      {sections?.map((asked) => (
        <Asked key={`${asked.step}-${asked.section}`} {...asked} />
      ))}
    </section>
  );
}

function Asked({ step, section, title, lines }: NonNullable<SignedConsent['sections']>[number]) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Accordion id={`asked-${step}-${section}`} title={title} open={isOpen} onToggle={setOpen}>
      <AnswerList lines={lines} none={texts.consent.unanswered} />
    </Accordion>
  );
}

/** The terms, and under them the signature with where and when it was given. */
export function AgreedTerms({ record, name }: { record: ConsentRecord; name: string }) {
  return (
    <section className="ap-record" aria-labelledby="agreed">
      <h2 id="agreed">{texts.consent.agreed}</h2>
      {record.text === null && record.subscriber_text === null ? (
        <p className="rp-note">{texts.consent.termsLost}</p>
      ) : (
        <SubscriberText html={termsOf(record)} />
      )}
      {record.file && (
        <>
          <img
            className="ap-signature"
            src={record.file}
            width={380}
            height={200}
            alt={fillText(texts.consent.signature, { name })}
          />
          <dl className="ap-summary">
            <div>
              <dt>{texts.consent.ip}</dt>
              <dd>{record.ip}</dd>
            </div>
            <div>
              <dt>{texts.consent.date}</dt>
              <dd>{formatDay(record.InviteInfo.CreatedOn)}</dd>
            </div>
          </dl>
        </>
      )}
    </section>
  );
}

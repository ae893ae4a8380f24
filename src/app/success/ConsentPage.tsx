import texts from '../../../schemas/texts/payment.json';
import { type ConsentRecord, type SignedConsent, useConsent } from '../../api/payment';
import { useApplication } from '../shell/application';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { AgreedTerms } from './AgreedTerms';
import { AskedQuestions } from './AskedQuestions';
import { PaymentRecord } from './PaymentRecord';
import { RecordCheck } from './RecordCheck';
import './success.css';

/** What was agreed to, signed and paid (spec 003, section 2, Consent view). */
export function ConsentPage() {
  const { trn_id, first_name, last_name } = useApplication();
  const { data, error, mutate } = useConsent(trn_id);
  return (
    <>
      <PageHeading title={texts.consent.title}>{texts.consent.title}</PageHeading>
      {data && <Record record={data} name={`${first_name} ${last_name}`} trnId={trn_id} />}
      {!data && !error && <Skeleton lines={5} />}
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

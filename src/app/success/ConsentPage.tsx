import { Box } from '@chakra-ui/react/box';
import { Code } from '@chakra-ui/react/code';
import { Image } from '@chakra-ui/react/image';
import { useState } from 'react';
import texts from '../../../schemas/texts/payment.json';
import words from '../../../schemas/texts/record-check.json';
import { termsOf, useConsent, useSignedRecord } from '../../api/payment';
import type { ConsentRecord, RecordState, SignedConsent } from '../../contract/payment';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { useApplication } from '../shell/application';
import { PageHeading } from '../shell/PageHeading';
import { Accordion } from '../ui/Accordion';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Fact, Facts } from '../ui/Facts';
import { SubscriberText } from '../ui/RichText';
import { Skeleton } from '../ui/Skeleton';
import { AnswerList } from '../ui/Table';
import { formatDay } from './formatDay';
import { FileList, RecordPart } from './RecordPart';

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
  const lines: [label: string, value: string | null][] = [
    [words.holder, name_on_card],
    [words.amount, formatDollars(amount)],
    [words.paidOn, transaction_date && formatDay(transaction_date)],
    [words.card, fillText(words.cardNumber, { last4: card_number })],
    [words.city, city],
    [words.state, state],
  ];
  return (
    <RecordPart id="payment" title={words.payment}>
      <Facts>
        {lines.map(([label, value]) => (
          <Fact key={label} label={label} isOwn>
            {value}
          </Fact>
        ))}
      </Facts>
    </RecordPart>
  );
}

/** The questions of the record, section by section, each with its answer; none of today's. */
export function AskedQuestions({ sections }: Pick<SignedConsent, 'sections'>) {
  return (
    <RecordPart id="asked" title={texts.consent.questions}>
      {!sections && <p className="rp-note">{texts.consent.questionsLost}</p>}
      {sections?.map((asked) => (
        <Asked key={`${asked.step}-${asked.section}`} {...asked} />
      ))}
    </RecordPart>
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
    <RecordPart id="agreed" title={texts.consent.agreed}>
      {record.text === null && record.subscriber_text === null ? (
        <p className="rp-note">{texts.consent.termsLost}</p>
      ) : (
        <SubscriberText html={termsOf(record)} />
      )}
      {record.file && (
        <>
          <Image
            src={record.file}
            htmlWidth={380}
            htmlHeight={200}
            alt={fillText(texts.consent.signature, { name })}
            {...SIGNATURE}
          />
          <Facts>
            <Fact label={texts.consent.ip}>{record.ip}</Fact>
            <Fact label={texts.consent.date}>{formatDay(record.InviteInfo.CreatedOn)}</Fact>
          </Facts>
        </>
      )}
    </RecordPart>
  );
}

const SIGNATURE = {
  maxWidth: '100%',
  height: 'auto',
  marginTop: '5',
  border: '1px solid {colors.hair}',
  borderRadius: 'control',
  bg: 'sheet',
} as const;

/** Whether the signed record is whole, what was checked, and its PDF. */
export function RecordCheck({ trnId }: { trnId: string }) {
  const { data, error, mutate } = useSignedRecord(trnId);
  return (
    <RecordPart id="record" title={words.title}>
      {data && <Finding data={data} />}
      {!data && !error && <Skeleton lines={6} holdsRest />}
      {!data && error && (
        <Banner kind="error" title={words.failed}>
          <Button onClick={() => void mutate()}>{words.retry}</Button>
        </Banner>
      )}
    </RecordPart>
  );
}

function Finding({ data: { state, parts, files, hash, document } }: { data: RecordState }) {
  if (state === 'missing') return <p>{words.missing}</p>;
  return (
    <Box marginBottom="5">
      <Banner kind={state === 'whole' ? 'success' : 'error'} title={words[state]} />
      <Facts>
        {parts.map(({ part, whole }) => (
          <Fact key={part} label={words.parts[part]}>
            {whole ? words.good : words.bad}
          </Fact>
        ))}
        <Fact label={words.fingerprint} isOwn>
          <Code fontSize="0.875em" overflowWrap="anywhere">
            {hash}
          </Code>
        </Fact>
      </Facts>
      <h3>{words.filesTitle}</h3>
      {files.length === 0 && <p className="rp-help">{words.noFiles}</p>}
      <FileList>
        {files.map(({ name, state: now }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and their order never changes.
          <Box as="li" key={index} color={now === 'changed' || now === 'gone' ? 'error' : undefined}>
            <span translate="no">{name}</span>: {words.files[now]}
          </Box>
        ))}
      </FileList>
      {document ? (
        <Button asChild>
          <a href={document} target="_blank" rel="noopener noreferrer">
            {words.download}
          </a>
        </Button>
      ) : (
        <p className="rp-help">{words.pending}</p>
      )}
    </Box>
  );
}

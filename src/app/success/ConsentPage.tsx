import { Box } from '@chakra-ui/react/box';
import { Code } from '@chakra-ui/react/code';
import { Image } from '@chakra-ui/react/image';
import { useState } from 'react';
import { useConsent, useSignedRecord } from '../../api/payment';
import type { ConsentRecord, RecordState, SignedConsent } from '../../contract/payment';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { useApplication } from '../shell/application';
import { PageHeading } from '../shell/PageHeading';
import { Accordion } from '../ui/Accordion';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Fact, Facts } from '../ui/Facts';
import { NoticeText } from '../ui/NoticeText';
import { SubscriberText } from '../ui/RichText';
import { Skeleton } from '../ui/Skeleton';
import { AnswerList } from '../ui/Table';
import { FileList, RecordPart } from './RecordPart';

/** Shows the consent and payment record (docs/spec/003.md, §2). */
export function ConsentPage() {
  const messages = useMessages('payment').consent;
  const { trn_id, first_name, last_name } = useApplication();
  const { data, error, mutate } = useConsent(trn_id);
  return (
    <>
      <PageHeading title={messages.title}>{messages.title}</PageHeading>
      {data && <Record record={data} name={`${first_name} ${last_name}`} trnId={trn_id} />}
      {!data && !error && <Skeleton lines={8} holdsRest />}
      {!data && error && (
        <Banner kind="error" title={messages.failed}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
    </>
  );
}

function Record({ record, name, trnId }: { record: ConsentRecord; name: string; trnId: string }) {
  const messages = useMessages('payment').consent;
  return (
    <>
      <AgreedTerms record={record} name={name} />
      {record.file ? <Signed record={record} trnId={trnId} /> : <p className="rp-note">{messages.none}</p>}
    </>
  );
}

function Signed({ record, trnId }: { record: SignedConsent; trnId: string }) {
  return (
    <>
      <PaymentRecord record={record} />
      {record.notices.length > 0 && <AgreedNotices notices={record.notices} />}
      <AskedQuestions sections={record.sections} />
      <RecordCheck trnId={trnId} />
    </>
  );
}

/** Leaves out empty values, such as the card if there was no fee. */
export function PaymentRecord({ record }: { record: SignedConsent }) {
  const messages = useMessages('payment').consent;
  const { name_on_card, amount, transaction_date, card_number, city, state } = record;
  const lines: [label: string, value: string | null][] = [
    [messages.holder, name_on_card],
    [messages.amount, formatDollars(amount)],
    [messages.paidOn, transaction_date && formatDay(transaction_date)],
    [messages.card, card_number && fillText(messages.cardNumber, { last4: card_number })],
    [messages.city, city],
    [messages.state, state],
  ];
  return (
    <RecordPart id="payment" title={messages.payment}>
      <Facts>
        {lines.map(
          ([label, value]) =>
            value && (
              <Fact key={label} label={label} isOwn>
                {value}
              </Fact>
            ),
        )}
      </Facts>
    </RecordPart>
  );
}

/** Shows the notices as they were when confirmed. */
function AgreedNotices({ notices }: Pick<SignedConsent, 'notices'>) {
  const messages = useMessages('payment').consent;
  return (
    <RecordPart id="notices" title={messages.notices}>
      {notices.map((notice) => (
        <Box as="section" key={notice.title} marginBottom="4">
          <h3>{notice.title}</h3>
          <p className="rp-help">{fillText(messages.confirmed, { date: formatDay(notice.at) })}</p>
          <NoticeText notice={notice} />
        </Box>
      ))}
    </RecordPart>
  );
}

/** Shows the questions and answers as they were when the applicant signed. */
export function AskedQuestions({ sections }: Pick<SignedConsent, 'sections'>) {
  const messages = useMessages('payment').consent;
  return (
    <RecordPart id="asked" title={messages.questions}>
      {!sections && <p className="rp-note">{messages.questionsLost}</p>}
      {sections?.map((asked) => (
        <Asked key={`${asked.step}-${asked.section}`} {...asked} />
      ))}
    </RecordPart>
  );
}

function Asked({ step, section, title, lines }: NonNullable<SignedConsent['sections']>[number]) {
  const messages = useMessages('payment').consent;
  const [isOpen, setOpen] = useState(false);
  return (
    <Accordion id={`asked-${step}-${section}`} title={title} open={isOpen} onToggle={setOpen}>
      <AnswerList lines={lines} none={messages.unanswered} />
    </Accordion>
  );
}

export function AgreedTerms({ record, name }: { record: ConsentRecord; name: string }) {
  const { consent: messages, terms } = useMessages('payment');
  return (
    <RecordPart id="agreed" title={messages.agreed}>
      {record.text === null && record.subscriber_text === null ? (
        <p className="rp-note">{messages.termsLost}</p>
      ) : (
        <>
          {record.subscriber_text && <SubscriberText html={record.subscriber_text} />}
          {record.text && (
            <>
              <Box as="h3" marginTop="5">
                {terms.instructions}
              </Box>
              <SubscriberText html={record.text} />
            </>
          )}
        </>
      )}
      {record.file && (
        <>
          <Image
            src={record.file}
            htmlWidth={380}
            htmlHeight={200}
            alt={fillText(messages.signature, { name })}
            {...SIGNATURE}
          />
          <Facts>
            <Fact label={messages.ip}>{record.ip}</Fact>
            <Fact label={messages.date}>{formatDay(record.InviteInfo.CreatedOn)}</Fact>
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

export function RecordCheck({ trnId }: { trnId: string }) {
  const messages = useMessages('record-check');
  const { data, error, mutate } = useSignedRecord(trnId);
  return (
    <RecordPart id="record" title={messages.title}>
      {data && <RecordCheckResult data={data} />}
      {!data && !error && <Skeleton lines={6} holdsRest />}
      {!data && error && (
        <Banner kind="error" title={messages.failed}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
    </RecordPart>
  );
}

function RecordCheckResult({ data: { state, parts, files, hash, document } }: { data: RecordState }) {
  const messages = useMessages('record-check');
  if (state === 'missing') return <p>{messages.missing}</p>;
  return (
    <Box marginBottom="5">
      <Banner kind={state === 'whole' ? 'success' : 'error'} title={messages[state]} />
      <Facts>
        {parts.map(({ part, whole }) => (
          <Fact key={part} label={messages.parts[part]}>
            {whole ? messages.good : messages.bad}
          </Fact>
        ))}
        <Fact label={messages.fingerprint} isOwn>
          <Code fontSize="0.875em" overflowWrap="anywhere">
            {hash}
          </Code>
        </Fact>
      </Facts>
      <h3>{messages.filesTitle}</h3>
      {files.length === 0 && <p className="rp-help">{messages.noFiles}</p>}
      <FileList>
        {files.map(({ name, state: now }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name, and their order never changes.
          <Box as="li" key={index} color={now === 'changed' || now === 'gone' ? 'error' : undefined}>
            <span translate="no">{name}</span>: {messages.files[now]}
          </Box>
        ))}
      </FileList>
      {document ? (
        <Button asChild>
          <a href={document} target="_blank" rel="noopener noreferrer">
            {messages.download}
          </a>
        </Button>
      ) : (
        <p className="rp-help">{messages.pending}</p>
      )}
    </Box>
  );
}

/** Local date: `'2026-11-21T20:00:00Z'` → `'11-21-2026'` (docs/spec/003.md, §9). */
function formatDay(moment: string): string {
  const day = new Date(moment);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${month}-${date}-${day.getFullYear()}`;
}

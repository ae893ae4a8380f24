import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { downloadPreview, type useNotices } from '../../api/notices';
import type { useTerms } from '../../api/users';
import type { Terms as TermsText } from '../../contract/application';
import type { ShownNotice } from '../../contract/notices';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { LoadError } from '../ui/LoadError';
import { NoticeText } from '../ui/NoticeText';
import { Skeleton } from '../ui/Skeleton';
import { useDownload } from '../ui/useDownload';

/** Loads later, because the sanitizer is large. */
const SubscriberText = lazy(async () => ({ default: (await import('../ui/RichText')).SubscriberText }));

interface AgreementState {
  terms: ReturnType<typeof useTerms>;
  notices: ReturnType<typeof useNotices>;
}

interface TermsProps extends AgreementState {
  areNew: boolean;
}

/** Shows what the applicant agrees to, except notices with their own page. */
export function Terms({ terms, notices, areNew }: TermsProps) {
  const messages = useMessages('payment');
  if (terms.error && !terms.data)
    return (
      <Banner kind="error" title={messages.terms.failed}>
        <Button onClick={() => void terms.mutate()}>{messages.card.retry}</Button>
      </Banner>
    );
  if (notices.error && !notices.data) return <LoadError error={notices.error} onRetry={() => void notices.mutate()} />;
  if (!terms.data || !notices.data) return <Skeleton lines={6} />;
  return (
    <>
      {areNew && <Banner kind="warning" title={messages.terms.changed} />}
      <Box as="p" marginBottom="3">
        {messages.terms.intro}
      </Box>
      <Box as="section" aria-label={messages.terms.region} {...SHEET}>
        <WholeText terms={terms.data} notices={notices.data.notices} />
      </Box>
      <Box marginTop="-4" marginBottom="4">
        <DownloadPreview />
      </Box>
    </>
  );
}

export function TermsParts({ terms, notices }: AgreementState) {
  const messages = useMessages('payment').terms;
  const title = useTermsTitle();
  if (!terms.data || !notices.data) return null;
  const { subscriber_text, text } = terms.data;
  const shown = listShown(notices.data.notices).map(({ title }) => title);
  const parts = [subscriber_text && title, ...shown, text && messages.instructions].filter(Boolean);
  return (
    <Box as="p" marginTop="5">
      {fillText(messages.parts, { parts: parts.join('; ') })}
    </Box>
  );
}

interface ReadAgainProps extends AgreementState {
  /** Path of the review. */
  review: string;
}

/** Links to what the applicant signs: the terms, in a dialog, and the answers. */
export function ReadAgain({ terms, notices, review }: ReadAgainProps) {
  const messages = useMessages('payment').terms;
  const { review: toReview } = useMessages('shell').progress;
  const [isOpen, setOpen] = useState(false);
  if (!terms.data || !notices.data) return null;
  return (
    <Flex wrap="wrap" columnGap="4" marginTop="-3" marginBottom="2" marginInlineStart="-0.25rem">
      <Button variant="link" onClick={() => setOpen(true)}>
        {messages.read}
      </Button>
      <Button asChild variant="link">
        <Link to={review}>{toReview}</Link>
      </Button>
      {isOpen && (
        <Dialog title={messages.title} onClose={() => setOpen(false)}>
          <DownloadPreview />
          <WholeText terms={terms.data} notices={notices.data.notices} />
        </Dialog>
      )}
    </Flex>
  );
}

function DownloadPreview() {
  const messages = useMessages('payment').terms;
  const { trn_id } = useApplication();
  const [isPending, download] = useDownload(() => downloadPreview(trn_id), messages.preview);
  return (
    <Button variant="link" marginInlineStart="-0.25rem" aria-disabled={isPending} onClick={() => void download()}>
      {isPending ? messages.preview.downloading : messages.preview.download}
    </Button>
  );
}

/** Leaves out notices with their own page. */
const listShown = (notices: readonly ShownNotice[]) => notices.filter(({ proof }) => proof !== 'page');

function useTermsTitle(): string {
  const messages = useMessages('payment').terms;
  const { subscriber_name: subscriber } = useApplication();
  return fillText(messages.of, { subscriber });
}

/** The instructions come last, because they matter least to someone who signs. */
function WholeText({ terms, notices }: { terms: TermsText; notices: readonly ShownNotice[] }) {
  const messages = useMessages('payment').terms;
  const title = useTermsTitle();
  const findSince = (part: 'text' | 'subscriber_text') =>
    terms.changed && (terms.changed.includes(part) ? 'changed' : part);
  return (
    <Box {...PARTS}>
      {terms.subscriber_text && (
        <LandlordPart title={title} since={findSince('subscriber_text')} html={terms.subscriber_text} />
      )}
      {listShown(notices).map((notice) => (
        <div key={notice.id}>
          <h3>{notice.title}</h3>
          <SinceStart kind={notice.since_start} />
          <NoticeText notice={notice} />
        </div>
      ))}
      {terms.text && <LandlordPart title={messages.instructions} since={findSince('text')} html={terms.text} />}
    </Box>
  );
}

type Since = keyof Messages<'payment'>['terms']['since'];

/** Says whether the applicant saw a part at the start. It isn't part of the record. */
function SinceStart({ kind }: { kind: Since }) {
  const messages = useMessages('payment').terms.since;
  const isNew = kind === 'new' || kind === 'changed';
  return (
    <Box as="p" data-since={kind} color={isNew ? 'accentText' : 'muted'} {...SINCE}>
      {messages[kind]}
    </Box>
  );
}

const SINCE = { fontSize: 'small', fontWeight: 'medium', lineHeight: 'snug', marginBottom: '3' } as const;

function LandlordPart({ title, since, html }: { title: string; since?: Since; html: string }) {
  return (
    <div>
      <h3>{title}</h3>
      {since && <SinceStart kind={since} />}
      <Suspense fallback={<Skeleton lines={6} />}>
        <SubscriberText html={html} />
      </Suspense>
    </div>
  );
}

const PARTS = {
  css: { '& > * + *': { marginTop: '5' }, '& h3': { marginTop: '0', '&:has(+ [data-since])': { marginBottom: '1' } } },
} as const;

const SHEET = {
  padding: '4',
  marginBottom: '5',
  border: '1px solid {colors.hair}',
  borderRadius: 'control',
  bg: 'surface',
} as const;

import { Box } from '@chakra-ui/react/box';
import { lazy, Suspense, useState } from 'react';
import { termsHtml } from '../../api/payment';
import type { useTerms } from '../../api/users';
import type { Terms as TermsText } from '../../contract/application';
import { useMessages } from '../../messages/useMessages';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Skeleton } from '../ui/Skeleton';

/** The sanitizer is larger than this page. */
const SubscriberText = lazy(async () => ({ default: (await import('../ui/RichText')).SubscriberText }));

interface TermsProps {
  terms: ReturnType<typeof useTerms>;
  /** They changed, so a payment was refused. */
  areNew: boolean;
}

export function Terms({ terms: { data, error, mutate }, areNew }: TermsProps) {
  const messages = useMessages('payment');
  if (error && !data)
    return (
      <Banner kind="error" title={messages.terms.failed}>
        <Button onClick={() => void mutate()}>{messages.card.retry}</Button>
      </Banner>
    );
  if (!data) return <Skeleton lines={6} />;
  return (
    <>
      {areNew && <Banner kind="warning" title={messages.terms.changed} />}
      <p className="rp-help">{messages.terms.intro}</p>
      <Box as="section" aria-label={messages.terms.region} {...SHEET}>
        <WholeText terms={data} />
      </Box>
    </>
  );
}

/** What the signature is for, with the terms one tap away. */
export function SigningNote({ terms }: { terms: TermsText }) {
  const messages = useMessages('payment').terms;
  const [isOpen, setOpen] = useState(false);
  return (
    <Box marginBottom="3">
      <p>{messages.signing}</p>
      <Button variant="link" marginInlineStart="-0.25rem" onClick={() => setOpen(true)}>
        {messages.read}
      </Button>
      {isOpen && (
        <Dialog title={messages.title} onClose={() => setOpen(false)}>
          <WholeText terms={terms} />
        </Dialog>
      )}
    </Box>
  );
}

function WholeText({ terms }: { terms: TermsText }) {
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <SubscriberText html={termsHtml(terms)} />
    </Suspense>
  );
}

const SHEET = {
  padding: '4',
  marginBottom: '5',
  border: '1px solid {colors.hair}',
  borderRadius: 'control',
  bg: 'surface',
} as const;

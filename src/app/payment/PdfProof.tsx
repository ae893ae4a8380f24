import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { useEffect, useRef, useState } from 'react';
import { isDefinite, toApiError } from '../../api/apiError';
import { confirmNotice, downloadTestPdf, useNotices } from '../../api/notices';
import type { ShownNotice } from '../../contract/notices';
import { useMessages } from '../../messages/useMessages';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { useDownload } from '../ui/useDownload';
import { usePending } from '../ui/usePending';

interface PdfProofProps {
  trnId: string;
  /** Counts the attempts to continue without the code. */
  refused: number;
}

/** Shows the PDF test that consent to electronic records requires (15 USC 7001(c)). */
export function PdfProof({ trnId, refused }: PdfProofProps) {
  const { data } = useNotices(trnId);
  const tested = data?.notices.filter(({ proof }) => proof === 'pdf') ?? [];
  return tested.map((notice) => (
    <Box key={notice.id} marginBottom="5">
      <PdfTest trnId={trnId} notice={notice} refused={refused} />
    </Box>
  ));
}

interface PdfTestProps extends PdfProofProps {
  notice: ShownNotice;
}

const CODE = /^\D*(\d\D*){4}$/;

/** Prompts for a code that's only in the PDF, to prove that the PDF was opened. */
function PdfTest({ trnId, notice, refused }: PdfTestProps) {
  const messages = useMessages('payment').pdf;
  const [isPending, download] = useDownload(() => downloadTestPdf(trnId), messages);
  if (notice.confirmed_at !== null) return <Banner kind="success" title={messages.confirmed} />;
  return (
    <>
      <Box as="p" marginBottom="3">
        {messages.intro}
      </Box>
      <div className="rp-buttons">
        <Button aria-disabled={isPending} onClick={() => void download()}>
          {isPending ? messages.opening : messages.open}
        </Button>
      </div>
      <CodeField trnId={trnId} notice={notice} refused={refused} />
    </>
  );
}

function CodeField({ trnId, notice, refused }: PdfTestProps) {
  const messages = useMessages('payment').pdf;
  const { mutate } = useNotices(trnId);
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const [, confirm] = usePending(async (code: string) => {
    try {
      const confirmed = await confirmNotice({ notice: notice.id, digest: notice.digest, code });
      await mutate(confirmed, { revalidate: false });
    } catch (cause) {
      const refusal = toApiError(cause);
      // The notice has changed, or the failed call may have confirmed it.
      if (refusal.code === 'noticeChanged' || !isDefinite(refusal)) await mutate();
      setError(refusal.fieldErrors?.[0]?.message ?? refusal.message);
    }
  });
  // Shows the error and focuses the field after each attempt without the code.
  useEffect(() => {
    if (refused === 0) return;
    setError(messages.missing);
    input.current?.focus();
  }, [refused, messages.missing]);
  const type = (code: string) => {
    setError('');
    if (CODE.test(code)) void confirm(code);
  };
  return (
    <Box maxWidth="16rem" marginTop="4">
      <FieldRow label={messages.code} isRequired error={error}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </FieldRow>
    </Box>
  );
}

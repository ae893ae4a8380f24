import { toApiError } from '../../api/apiError';
import { findSignedRecord } from '../../api/payment';
import { useMessages } from '../../messages/useMessages';
import { Button, type ButtonProps } from '../ui/Button';
import { refusalMessage } from '../ui/LoadError';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

/** Each click requests a new URL, because URLs expire quickly. */
export function SignedCopy({ trnId, variant }: { trnId: string; variant: ButtonProps['variant'] }) {
  const messages = useMessages('success').copy;
  const [isPending, download] = usePending(async () => {
    try {
      const { document: address } = await findSignedRecord(trnId);
      if (!address) return toast('info', messages.pending);
      // The server names the file.
      Object.assign(document.createElement('a'), { href: address, download: '' }).click();
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.failed));
    }
  });
  return (
    <Button variant={variant} aria-disabled={isPending} onClick={() => void download()}>
      {isPending ? messages.downloading : messages.download}
    </Button>
  );
}

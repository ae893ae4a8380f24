import { toApiError } from '../../api/apiError';
import { downloadReceipt } from '../../api/ledger';
import { useMessages } from '../../messages/useMessages';
import { Button, type ButtonProps } from '../ui/Button';
import { downloadFile } from '../ui/downloadFile';
import { refusalMessage } from '../ui/LoadError';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

export function ReceiptButton({ trnId, variant }: { trnId: string; variant: ButtonProps['variant'] }) {
  const { copy, receipt } = useMessages('success');
  const [isPending, download] = usePending(async () => {
    try {
      downloadFile(await downloadReceipt(trnId), receipt.file);
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), receipt.failed));
    }
  });
  return (
    <Button variant={variant} aria-disabled={isPending} onClick={() => void download()}>
      {isPending ? copy.downloading : receipt.download}
    </Button>
  );
}

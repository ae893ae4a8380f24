import { downloadReceipt } from '../../api/ledger';
import { useMessages } from '../../messages/useMessages';
import { Button, type ButtonProps } from '../ui/Button';
import { useDownload } from '../ui/useDownload';

export function ReceiptButton({ trnId, variant }: { trnId: string; variant: ButtonProps['variant'] }) {
  const { copy, receipt } = useMessages('success');
  const [isPending, download] = useDownload(() => downloadReceipt(trnId), receipt);
  return (
    <Button variant={variant} aria-disabled={isPending} onClick={() => void download()}>
      {isPending ? copy.downloading : receipt.download}
    </Button>
  );
}

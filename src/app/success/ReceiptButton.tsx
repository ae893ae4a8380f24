import { downloadReceipt } from '../../api/ledger';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { Button, type ButtonProps } from '../ui/Button';
import { useDownload } from '../ui/useDownload';

interface ReceiptButtonProps extends Pick<ButtonProps, 'variant'> {
  trnId: string;
  /** Dollars paid. Null without a payment, which has no receipt. */
  amount: number | null;
}

export function ReceiptButton({ trnId, amount, variant }: ReceiptButtonProps) {
  const { copy, receipt } = useMessages('success');
  const [isPending, download] = useDownload(() => downloadReceipt(trnId), receipt);
  if (amount === null) return null;
  return (
    <Button variant={variant} aria-disabled={isPending} onClick={() => void download()}>
      {isPending ? copy.downloading : fillText(receipt.download, { amount: formatDollars(amount) })}
    </Button>
  );
}

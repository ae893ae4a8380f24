import { toApiError } from '../../api/apiError';
import { downloadTerms } from '../../api/notices';
import { useMessages } from '../../messages/useMessages';
import { useApplication } from '../shell/application';
import { Button } from '../ui/Button';
import { downloadFile } from '../ui/downloadFile';
import { refusalMessage } from '../ui/LoadError';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

/** Downloads a PDF of the texts that the applicant will sign. */
export function DownloadTerms() {
  const messages = useMessages('payment').terms;
  const { trn_id } = useApplication();
  const [isPending, download] = usePending(async () => {
    try {
      downloadFile(await downloadTerms(trn_id), messages.file);
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), messages.downloadFailed));
    }
  });
  return (
    <Button variant="link" marginInlineStart="-0.25rem" aria-disabled={isPending} onClick={() => void download()}>
      {isPending ? messages.downloading : messages.download}
    </Button>
  );
}

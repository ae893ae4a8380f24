import { toApiError } from '../../api/apiError';
import { refusalMessage } from './LoadError';
import { toast } from './Toaster';
import { usePending } from './usePending';

interface DownloadMessages {
  file: string;
  /** Shown if the error has no message. */
  failed: string;
}

/** Returns whether a download is running, and a function that downloads a file as `file`. */
export function useDownload(load: () => Promise<Blob>, { file, failed }: DownloadMessages) {
  return usePending(async () => {
    try {
      saveFile(await load(), file);
    } catch (cause) {
      toast('error', refusalMessage(toApiError(cause), failed));
    }
  });
}

/** Keeps the object URL for a minute, because some browsers read it late. */
function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

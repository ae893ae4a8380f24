import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';
import { accepts, typesInWords } from './accepts';

/** What the ui schema says of files: `ui:options` of an upload. */
export interface FileLimits {
  accept?: string[];
  minBytes?: number;
  maxBytes?: number;
}

/** Why a file cannot be taken, said before a byte of it is sent; undefined when it can. */
export function refusalOf(
  file: File,
  { accept = [], minBytes = 0, maxBytes = texts.upload.maxBytes }: FileLimits,
): string | undefined {
  const words = texts.upload;
  if (!accepts(accept, file)) return fillText(words.wrongType, { types: typesInWords(accept) });
  if (file.size === 0) return words.empty;
  if (file.size > maxBytes) return fillText(words.tooBig, { size: megabytes(maxBytes) });
  if (file.size < minBytes) return fillText(words.tooSmall, { size: Math.round(minBytes / 1024) });
  return undefined;
}

/** Of either kind, as the specification has both: `10485760` → 10, `3072000` → 3. */
function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}

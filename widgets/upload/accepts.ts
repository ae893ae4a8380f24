import texts from '../../schemas/texts/widgets.json';
import { fillText } from '../../src/model/fillText';

/** Names end so where a system does not know the type, as with HEIC on most. */
const endings: Record<string, string[]> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif'],
};

/** Whether a file is of one of these MIME types ('image/*' too). Only a first look: the server judges by content. */
export function accepts(types: readonly string[], { name, type }: { name: string; type: string }): boolean {
  if (types.length === 0) return true;
  if (type) return types.some((each) => each === type || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))));
  return types.flatMap((each) => endings[each] ?? []).some((ending) => name.toLowerCase().endsWith(ending));
}

/** For the `accept` of a file input: types and endings. */
export function acceptAttribute(types: readonly string[]): string | undefined {
  return types.length ? types.flatMap((each) => [each, ...(endings[each] ?? [])]).join(',') : undefined;
}

/** The types in words: `['image/png', 'application/pdf']` → 'a PNG or a PDF'. */
export function typesInWords(types: readonly string[]): string {
  const names: Record<string, string> = texts.upload.types;
  const words = types.map((each) => names[each] ?? each);
  const last = words.pop() ?? '';
  return words.length ? `${words.join(', ')} ${texts.upload.or} ${last}` : last;
}

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

/** A file name short enough for its thumbnail: over 21 characters, cut to 24 and an ellipsis (spec 001 §12). */
export function shortName(name: string): string {
  const { nameLimit, nameCut } = texts.upload;
  return name.length > nameLimit ? `${name.slice(0, nameCut)}…` : name;
}

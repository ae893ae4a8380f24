import { pageMessages } from '../../src/messages/useMessages';

import { fillText } from '../../src/model/messages/fillText';

/** Some browsers report no MIME type, for example for HEIC. */
const extensions: Record<string, string[]> = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif'],
};

/** True if the file has one of the types, such as `image/*`, or if `types` is empty. The server checks the content. */
export function accepts(types: readonly string[], { name, type }: { name: string; type: string }): boolean {
  if (types.length === 0) return true;
  if (type) return types.some((each) => each === type || (each.endsWith('/*') && type.startsWith(each.slice(0, -1))));
  return types.flatMap((each) => extensions[each] ?? []).some((extension) => name.toLowerCase().endsWith(extension));
}

export function acceptAttribute(types: readonly string[]): string | undefined {
  return types.length ? types.flatMap((each) => [each, ...(extensions[each] ?? [])]).join(',') : undefined;
}

/** Returns the types in words: `['image/png', 'application/pdf']` → 'a PNG or a PDF'. */
export function typesInWords(types: readonly string[]): string {
  const messages = pageMessages('widgets').upload;
  const names: Record<string, string> = messages.types;
  const listed = types.map((each) => names[each] ?? each);
  const last = listed.pop() ?? '';
  return listed.length ? `${listed.join(', ')} ${messages.or} ${last}` : last;
}

export interface FileLimits {
  accept?: string[];
  minBytes?: number;
  maxBytes?: number;
}

/** Returns why a file can't be uploaded. Undefined if it can be uploaded. */
export function findRefusal(file: File, { accept = [], minBytes = 0, ...limits }: FileLimits): string | undefined {
  const messages = pageMessages('widgets').upload;
  const { maxBytes = messages.maxBytes } = limits;
  if (!accepts(accept, file)) return fillText(messages.wrongType, { types: typesInWords(accept) });
  if (file.size === 0) return messages.empty;
  if (file.size > maxBytes) return fillText(messages.tooBig, { size: megabytes(maxBytes) });
  if (file.size < minBytes) return fillText(messages.tooSmall, { size: Math.round(minBytes / 1024) });
  return undefined;
}

/** Rounds, because the specification has megabytes of two sizes: `10485760` → 10, `3072000` → 3 */
function megabytes(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}

/** Cuts names of more than 21 characters after the 24th character (docs/spec/001.md). */
export function shortName(name: string): string {
  const { nameLimit, nameCut } = pageMessages('widgets').upload;
  return name.length > nameLimit ? `${name.slice(0, nameCut)}…` : name;
}

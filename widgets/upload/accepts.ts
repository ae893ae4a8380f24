import texts from '../../schemas/texts/widgets.json';

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
  const words = types.map((each) => (texts.upload.types as Record<string, string>)[each] ?? each);
  const last = words.pop() ?? '';
  return words.length ? `${words.join(', ')} ${texts.upload.or} ${last}` : last;
}

/** Resolves a `$ref` relative to its file: `('zip.json', 'definitions/address.json')` → `'definitions/zip.json'`. */
export function definitionFile(ref: string, file: string, files: Readonly<Record<string, unknown>>): string {
  const near = `${file.slice(0, file.lastIndexOf('/') + 1)}${ref}`;
  // In older published files, references are paths relative to schemas/.
  return ref in files && !(near in files) ? ref : near;
}

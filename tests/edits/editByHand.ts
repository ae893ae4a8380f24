import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A manual change: in a file, `from` becomes `to`. Without `from`, the file is new and `to` is its text. */
export interface HandEdit {
  file: string;
  from?: string;
  to: string;
}

/** Makes the edits in a folder of schema files. Returns a function that undoes them. Throws if a text is missing. */
export async function editByHand(folder: string, edits: readonly HandEdit[]): Promise<() => Promise<void>> {
  const before = new Map<string, string | undefined>();
  for (const { file, from, to } of edits) {
    const place = path.join(folder, file);
    const text = from === undefined ? undefined : await readFile(place, 'utf8');
    if (!before.has(place)) before.set(place, text);
    if (from !== undefined && !text?.includes(from)) throw new Error(`${file} has no ${from}`);
    await writeFile(place, text === undefined || from === undefined ? to : text.replace(from, () => to));
  }
  return async () => {
    for (const [place, text] of before) await (text === undefined ? rm(place) : writeFile(place, text));
  };
}

/** Returns an edit that adds invented Spanish translations. */
export function inSpanish(...words: string[]): HandEdit {
  const lines = words.map((word) => `${JSON.stringify(word)}: ${JSON.stringify(`${word} (es)`)},`);
  return { file: 'translations/es.json', from: '"texts": {', to: `"texts": {\n    ${lines.join('\n    ')}` };
}

import { extractText, getDocumentProxy } from 'unpdf';

/** Returns the four-digit code in the test PDF. Throws if there is none. */
export async function codeInPdf(content: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(content)), { mergePages: true });
  const code = /\p{Lu}\p{L}+ \p{L}+: (\d{4})/u.exec(text)?.[1];
  if (!code) throw new Error(`The test PDF shows no code: ${text.slice(0, 200)}`);
  return code;
}

/** A document as a PDF417 barcode of the AAMVA standard spells it; `fields` by their three-letter codes. */
export interface AamvaFile {
  /** The issuer's number, six digits. */
  issuer: string;
  /** The standard's own version, 1 (2000) to 12 (2025). */
  version: number;
  /** DL licence, ID identity card, EN enhanced licence. */
  type: string;
  fields: ReadonlyMap<string, string>;
}

const HEAD = /(?:ANSI |AAMVA)(\d{6})(\d{2})/;
const ENTRY = /^(?:\d{2}){0,2}?(?:[A-Z]{2}\d{8})*?(DL|ID|EN)(\d{4})(\d{4})/;
const NOTHING = /^(NONE|UNAVL|UNAVAIL|N\/A)?$/i;

/** Whether a text begins as the standard demands: a decoder can "correct" a bad read into nonsense, and only this tells. */
export function looksAamva(text: string | undefined): text is string {
  return /^@[\s\S]{1,4}(ANSI |AAMVA)\d{6}/.test(text ?? '');
}

/** Reads the first licence or identity card in a barcode's text; undefined when there is none. */
export function readAamva(text: string): AamvaFile | undefined {
  const head = HEAD.exec(text);
  if (!head) return undefined;
  const body = bodyOf(text, head);
  const fields = body ? fieldsOf(body) : new Map<string, string>();
  if (!body || fields.size === 0) return undefined;
  return { issuer: head[1] ?? '', version: Number(head[2]), type: body.slice(0, 2), fields };
}

/** The subfile that the directory points at; where its offsets are wrong (line ends changed on the way), the one that is found. */
function bodyOf(text: string, head: RegExpExecArray): string | undefined {
  const rest = text.slice(head.index + head[0].length);
  const [, type = '', offset, length] = ENTRY.exec(rest) ?? [];
  const start = Math.max(text.lastIndexOf('@', head.index), 0) + Number(offset);
  const pointed = text.slice(start, start + Number(length));
  if (type && pointed.startsWith(type)) return pointed;
  return /(?:DL|ID|EN)(?=D[A-Z]{2})[\s\S]*/.exec(rest)?.[0];
}

function fieldsOf(body: string): Map<string, string> {
  const fields = new Map<string, string>();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the record separator is the standard's own.
  for (const line of body.slice(2).split(/[\n\r\x1e]+/)) {
    if (/^Z[A-Z]/.test(line)) break;
    const [, code = '', raw = ''] = /^(D[A-D][A-Z])(.*)$/.exec(line) ?? [];
    const value = raw.trim();
    if (code && !fields.has(code) && !NOTHING.test(value)) fields.set(code, value);
  }
  return fields;
}

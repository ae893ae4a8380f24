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
const DIRECTORY = /^(?:\d{2}){0,2}?((?:[A-Z]{2}\d{8})+)/;
const ENTRY = /(DL|ID|EN)(\d{4})\d{4}/;
/** Where the directory cannot be read. */
const TYPE = /(?:DL|ID|EN)(?=D[A-D][A-Z])/;
const NOTHING = /^(NONE|UNAVL|UNAVAIL|N\/A)?$/i;
/** Line ends as issuers and decoders write them: any control code, a bar where control codes were made visible. */
const LINE_END = /[\p{Cc}|]+/u;
const FIELD = /^D[A-D][A-Z]/;
/** A text with fewer fields has lost its line ends, and its values run into each other. */
const LEAST_FIELDS = 3;

/** Whether a text begins as the standard demands: a decoder can "correct" a bad read into nonsense, and only this tells. */
export function looksAamva(text: string | undefined): text is string {
  return /^@[\s\S]{1,10}?(ANSI |AAMVA)\d{6}/.test(text ?? '');
}

/** Reads the first licence or identity card in a barcode's text; undefined when there is none, or it cannot be split into fields. */
export function readAamva(text: string): AamvaFile | undefined {
  const head = HEAD.exec(text);
  if (!head) return undefined;
  const rest = text.slice(head.index + head[0].length);
  const directory = DIRECTORY.exec(rest);
  const [, type = TYPE.exec(rest)?.[0], offset] = ENTRY.exec(directory?.[1] ?? '') ?? [];
  if (!type) return undefined;
  const start = Math.max(text.lastIndexOf('@', head.index), 0) + Number(offset);
  const pointed = offset && bodyAt(text, type, start);
  const fields = fieldsOf(pointed || bodyAfter(rest.slice(directory?.[0].length ?? 0), type));
  if (fields.size < LEAST_FIELDS) return undefined;
  return { issuer: head[1] ?? '', version: Number(head[2]), type, fields };
}

/**
 * What the directory points at, some issuers' without its own 'DL'. Its length is not gone by: some end within a field or before
 * the last ones, and the jurisdiction's own part begins with a Z.
 */
function bodyAt(text: string, type: string, start: number): string | undefined {
  const from = text.slice(start);
  const body = from.startsWith(type) ? from.slice(type.length) : from;
  return FIELD.test(body.trimStart()) ? body : undefined;
}

/** The directory is wrong (line ends changed on the way): what follows it, from the licence's own mark if there is one. */
function bodyAfter(rest: string, type: string): string {
  const marked = new RegExp(`${type}\\s*(?=D[A-D][A-Z])`).exec(rest);
  return marked ? rest.slice(marked.index + marked[0].length) : rest;
}

function fieldsOf(body: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of body.split(LINE_END)) {
    if (/^Z[A-Z]/.test(line)) break;
    const [, code = '', raw = ''] = /^(D[A-D][A-Z])(.*)$/.exec(line) ?? [];
    const value = raw.replace(/[\s,]+$/, '').trimStart();
    if (code && !fields.has(code) && !NOTHING.test(value)) fields.set(code, value);
  }
  return fields;
}

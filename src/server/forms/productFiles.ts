import { isRecord } from '../../model/answers/paths';
import { fileTexts } from '../../model/messages/translate';

/** The file that makes a folder a product: it names what the product takes from the program's own files. */
export const PRODUCT = 'product.json';

type Texts = Record<string, string>;

/**
 * Returns a product's files with those of the program that it uses: what `uses` names, the sections of its flows, and
 * the translations of their texts. A product's own file replaces the program's.
 */
export function layProduct(own: Texts, program: Texts): Texts {
  const uses = readUses(own[PRODUCT] ?? '');
  const isUsed = (file: string) => uses.some((one) => file === one || file.startsWith(`${one}/`));
  const general = Object.entries(program).filter(([file]) => file.startsWith('meta/') || isUsed(file));
  const { [PRODUCT]: _names, ...rest } = own;
  const laid = { ...Object.fromEntries(general), ...rest };
  const sections = sectionsOf(laid).flatMap((name) => [`${name}.schema.json`, `${name}.ui.json`]);
  const added = sections.flatMap((file) => (program[file] && !laid[file] ? [[file, program[file]] as const] : []));
  return withTranslations({ ...Object.fromEntries(added), ...laid }, program);
}

/** Broken JSON is left to lint. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readUses(text: string): string[] {
  const content = parse(text);
  return isRecord(content) && Array.isArray(content.uses) ? content.uses.map(String) : [];
}

function sectionsOf(texts: Texts): string[] {
  const flows = Object.entries(texts).filter(([file]) => file.startsWith('flows/'));
  return [...new Set(flows.flatMap(([, text]) => namesIn(parse(text))))];
}

function namesIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(namesIn);
  if (!isRecord(node)) return [];
  const own = typeof node.section === 'string' ? [node.section] : [];
  return [...own, ...Object.values(node).flatMap(namesIn)];
}

const TRANSLATION = /^translations\//;

/** A product's translations come first, so that each stays on its line. */
function withTranslations(laid: Texts, program: Texts): Texts {
  const shown = new Set(
    Object.entries(laid).flatMap(([file, text]) =>
      TRANSLATION.test(file) ? [] : fileTexts(file.replace(/\.json$/, ''), parse(text)),
    ),
  );
  const files = Object.keys(laid).filter((file) => TRANSLATION.test(file));
  return { ...laid, ...Object.fromEntries(files.map((file) => [file, merge(laid[file], program[file], shown)])) };
}

function merge(own = '', program = '', shown: ReadonlySet<string>): string {
  const [content, given] = [parse(own), parse(program)];
  if (!isRecord(content) || !isRecord(content.texts) || !isRecord(given) || !isRecord(given.texts)) return own;
  const used = Object.entries(given.texts).filter(([text]) => shown.has(text));
  const texts = { ...content.texts, ...Object.fromEntries(used), ...content.texts };
  return `${JSON.stringify({ ...content, texts }, null, 2)}\n`;
}

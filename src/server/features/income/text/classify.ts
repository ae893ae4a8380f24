import { keysOf } from '../../../../model/answers/paths';
import type { DocumentClass } from '../../../../model/income/checks/documentChecks';
import table from '../labels.json';

/** Written by `npm run bench:classifier -- --write`. */
export interface ClassWeights {
  classes: DocumentClass[];
  bias: number[];
  /** Each word's weights, one per class, separated by spaces. */
  words: Record<string, string>;
}

export function classLikelihoods(weights: ClassWeights, cells: readonly string[]): number[] {
  const known = [...extractWords(cells)].flatMap((word) =>
    Object.hasOwn(weights.words, word) ? [weights.words[word]] : [],
  );
  const scale = 1 / Math.sqrt(Math.max(1, known.length));
  const scores = weights.bias.slice();
  for (const row of known)
    for (const [n, weight] of (row ?? '').split(' ').entries()) scores[n] = (scores[n] ?? 0) + Number(weight) * scale;
  return softmax(scores);
}

/** Classifies a document. Recognizes Spanish documents by typical words, because there were too few to train on. */
export function classify(weights: ClassWeights, cells: readonly string[]): { name: DocumentClass; confidence: number } {
  const text = normalizeText(cells);
  if (hasSign(table.otherDocuments, text)) return { name: 'other', confidence: 1 };
  const proven = keysOf(table.proofs).find((name) => hasSign(table.proofs[name], text));
  if (proven) return { name: proven, confidence: MIN_TITLED };
  const likelihoods = classLikelihoods(weights, cells);
  const confidence = Math.max(...likelihoods);
  const name = weights.classes[likelihoods.indexOf(confidence)];
  if (!name) throw new Error('The weights contain no class');
  const formTitle = Object.hasOwn(table.titles, name) ? findFormTitle(cells) : undefined;
  if (!formTitle && !hasRequiredWords(name, text))
    return { name: 'other', confidence: Math.min(confidence, MAX_UNPROVEN) };
  return {
    name: formTitle ?? name,
    confidence: Math.round((formTitle ? Math.max(confidence, MIN_TITLED) : confidence) * 1000) / 1000,
  };
}

const MIN_TITLED = 0.9;

/** Maximum confidence if required words are missing or the text is too long. */
const MAX_UNPROVEN = 0.4;

function hasRequiredWords(name: DocumentClass, text: string): boolean {
  const { demands, mostWords }: Signs = table;
  const signs = demands[name];
  return (!signs || hasSign(signs, text)) && text.split(' ').length <= (mostWords[name] ?? Number.POSITIVE_INFINITY);
}

interface Signs {
  demands: Partial<Record<DocumentClass, string[][]>>;
  mostWords: Partial<Record<DocumentClass, number>>;
}

function hasSign(signs: readonly string[][], text: string): boolean {
  return signs.some((words) => words.every((word) => text.includes(` ${word} `)));
}

function findFormTitle(cells: readonly string[]): DocumentClass | undefined {
  const head = ` ${cells
    .slice(0, table.titleCells)
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, ' ')} `;
  return keysOf(table.titles).find((form) => table.titles[form].some((title) => head.includes(` ${title} `)));
}

/** Puts a space at each end, so that phrases match whole words. */
function normalizeText(cells: readonly string[]): string {
  return ` ${cells
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9#]+/g, ' ')} `;
}

export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

const WORD = /w-2|1099(?:-[a-z]+)?|1040(?:-[a-z]+)?|[a-z]+(?:'[a-z]+)?/g;
const MAX_WORDS = 3000;

/** Returns words and word pairs, without single letters or numbers. Keeps form numbers such as '1099'. */
export function extractWords(cells: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const cell of cells) {
    const words = (cell.toLowerCase().match(WORD) ?? []).filter((word) => word.length > 1);
    for (const [n, word] of words.entries()) {
      if (found.size >= MAX_WORDS) return found;
      found.add(word);
      const next = words[n + 1];
      if (next) found.add(`${word} ${next}`);
    }
  }
  return found;
}

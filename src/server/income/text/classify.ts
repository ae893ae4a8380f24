import type { DocumentClass } from '../../../model/checks/findings';
import { keysOf } from '../../../model/paths';
import table from '../labels.json';

/** A classifier as `npm run bench:classifier -- --write` leaves it: for each class a bias, for each word a weight in every class. */
export interface ClassWeights {
  classes: DocumentClass[];
  bias: number[];
  /** The weights of a word, in the order of the classes, between blanks. */
  words: Record<string, string>;
}

/** How likely each class is for a text, in the order of the classes (softmax regression over the words that are there). */
export function classLikelihoods(weights: ClassWeights, cells: readonly string[]): number[] {
  const known = [...wordsOf(cells)].flatMap((word) =>
    Object.hasOwn(weights.words, word) ? [weights.words[word]] : [],
  );
  const scale = 1 / Math.sqrt(Math.max(1, known.length));
  const scores = weights.bias.slice();
  for (const row of known)
    for (const [n, weight] of (row ?? '').split(' ').entries()) scores[n] = (scores[n] ?? 0) + Number(weight) * scale;
  return softmax(scores);
}

/**
 * The likeliest class of a text; one that calls itself a paper nobody asks for (an invoice, a card's statement) is surely 'other', and of two
 * tax forms with the same words (a W-2, a 1099) it is the one whose number stands at its head.
 */
export function classify(weights: ClassWeights, cells: readonly string[]): { name: DocumentClass; confidence: number } {
  const text = phrasesOf(cells);
  if (hasSign(table.otherPapers, text)) return { name: 'other', confidence: 1 };
  const likelihoods = classLikelihoods(weights, cells);
  const confidence = Math.max(...likelihoods);
  const name = weights.classes[likelihoods.indexOf(confidence)];
  if (!name) throw new Error('The weights name no class');
  const titled = Object.hasOwn(table.titles, name) ? titleOf(cells) : undefined;
  if (!titled && !hasItsOwn(name, text)) return { name: 'other', confidence: Math.min(confidence, UNPROVEN) };
  return {
    name: titled ?? name,
    confidence: Math.round((titled ? Math.max(confidence, SURE) : confidence) * 1000) / 1000,
  };
}

/** As sure as a form's own number makes it. */
const SURE = 0.9;

/** As sure as anything is of a paper that cannot be of its likeliest kind: whoever uploaded it is asked. */
const UNPROVEN = 0.4;

/** Whether a text has the words that a kind always has, and no more words than one of its kind can have; 'other' has neither bound. */
function hasItsOwn(name: DocumentClass, text: string): boolean {
  const { demands, mostWords }: Signs = table;
  const signs = demands[name];
  return (!signs || hasSign(signs, text)) && text.split(' ').length <= (mostWords[name] ?? Number.POSITIVE_INFINITY);
}

interface Signs {
  demands: Partial<Record<DocumentClass, string[][]>>;
  mostWords: Partial<Record<DocumentClass, number>>;
}

/** Whether all the words of one of the signs stand in the text. */
function hasSign(signs: readonly string[][], text: string): boolean {
  return signs.some((words) => words.every((word) => text.includes(` ${word} `)));
}

/** The tax form that a text calls itself in its first words. */
function titleOf(cells: readonly string[]): DocumentClass | undefined {
  const head = ` ${cells
    .slice(0, table.titleCells)
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, ' ')} `;
  return keysOf(table.titles).find((form) => table.titles[form].some((title) => head.includes(` ${title} `)));
}

/** The words in small letters, each between blanks, so that a phrase is looked for by its ends. */
function phrasesOf(cells: readonly string[]): string {
  return ` ${cells
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9#]+/g, ' ')} `;
}

export function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

const WORD = /w-2|1099(?:-[a-z]+)?|1040(?:-[a-z]+)?|[a-z]+(?:'[a-z]+)?/g;
const MOST_WORDS = 3000;

/** The words of a text and each pair of neighbours, once each: what the classifier goes by. Amounts, days and single letters are left out. */
export function wordsOf(cells: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const cell of cells) {
    const words = (cell.toLowerCase().match(WORD) ?? []).filter((word) => word.length > 1);
    for (const [n, word] of words.entries()) {
      if (found.size >= MOST_WORDS) return found;
      found.add(word);
      const next = words[n + 1];
      if (next) found.add(`${word} ${next}`);
    }
  }
  return found;
}

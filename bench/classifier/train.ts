import { createRandom } from '../../e2e/support/scan/random';
import {
  type ClassWeights,
  classLikelihoods,
  extractWords,
  softmax,
} from '../../src/server/features/income/text/classify';
import { CLASSES } from '../../tests/sampleDocuments/makeSheet';
import type { Sample } from './samples';

const MAX_WORDS = 1400;
const MIN_SAMPLES = 4;
const ROUNDS = 220;
const STEP = 1.5;
const SHRINK = 0.0008;
/** Fraction of words left out at random in each round, so that no single word decides. */
const FORGET = 0.4;

/** Trains weights, and scales them to fit styles that were left out of the training. */
export function train(samples: readonly Sample[], seed: number): ClassWeights {
  const trials = [0, 1, 2].flatMap((left) => {
    const weights = fitWeights(
      samples.filter(({ style }) => style !== left),
      seed,
    );
    return samples.filter(({ style }) => style === left).map((sample) => ({ weights, sample }));
  });
  const loss = (sharpness: number) =>
    trials.reduce((sum, { weights, sample }) => sum - Math.log(likelihoodOf(sharpened(weights, sharpness), sample)), 0);
  const losses = SHARPNESSES.map(loss);
  return sharpened(fitWeights(samples, seed), SHARPNESSES[losses.indexOf(Math.min(...losses))] ?? 1);
}

const SHARPNESSES = [0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6];

const likelihoodOf = (weights: ClassWeights, { name, cells }: Sample): number =>
  Math.max(1e-9, classLikelihoods(weights, cells)[CLASSES.indexOf(name)] ?? 0);

function sharpened({ classes, bias, words }: ClassWeights, sharpness: number): ClassWeights {
  const times = (weight: number) => Math.round(weight * sharpness * 100) / 100;
  const rows = Object.entries(words).map(([word, row]) => [word, row.split(' ').map(Number).map(times).join(' ')]);
  return { classes, bias: bias.map(times), words: Object.fromEntries(rows) };
}

/** Fits softmax regression to the samples by gradient descent. */
function fitWeights(samples: readonly Sample[], seed: number): ClassWeights {
  const random = createRandom(seed);
  const bags = samples.map(({ cells, name }) => ({ words: [...extractWords(cells)], wanted: CLASSES.indexOf(name) }));
  const vocabulary = chooseWords(bags.map(({ words }) => words));
  const rows = bags.map(({ words, wanted }) => ({ ids: words.flatMap((word) => vocabulary.get(word) ?? []), wanted }));
  const weights = Array.from({ length: vocabulary.size }, () => CLASSES.map(() => 0));
  const bias = CLASSES.map(() => 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const step = STEP / (1 + round / 100);
    for (const { ids, wanted } of rows) {
      const seen = ids.filter(() => random.next() > FORGET);
      const scale = 1 / Math.sqrt(Math.max(1, seen.length));
      const scores = bias.map((one, n) => one + seen.reduce((sum, id) => sum + (weights[id]?.[n] ?? 0) * scale, 0));
      for (const [n, likelihood] of softmax(scores).entries()) {
        const wrong = likelihood - (n === wanted ? 1 : 0);
        bias[n] = (bias[n] ?? 0) - 0.02 * step * wrong;
        for (const id of seen) {
          const row = weights[id];
          if (row) row[n] = (row[n] ?? 0) * (1 - SHRINK * step) - 0.1 * step * wrong * scale;
        }
      }
    }
  }
  const words = [...vocabulary].map(([word, id]) => [word, (weights[id] ?? []).map((one) => one.toFixed(3)).join(' ')]);
  return { classes: CLASSES, bias: bias.map((one) => Math.round(one * 1000) / 1000), words: Object.fromEntries(words) };
}

function chooseWords(bags: readonly string[][]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const words of bags) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const often = [...counts]
    .filter(([, count]) => count >= MIN_SAMPLES)
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return new Map(often.slice(0, MAX_WORDS).map(([word], id) => [word, id]));
}

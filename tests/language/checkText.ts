import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';
import privateWords from './private-words.json' with { type: 'json' };

/** Eighth grade, which most adults in the United States read without effort. */
const MAX_GRADE = 8;
const MAX_SENTENCE_WORDS = 20;

/** Shorter texts are labels, which the formula can't score. */
const MIN_WORDS = 8;

/** Words, not numbers: `W-2`, `you're` and `ZIP` are one word each. */
const WORD = /[A-Za-z][A-Za-z'’-]*/g;

/**
 * Returns what makes an English message hard to read. Empty if it's easy: `'Utilization of …'` → `['grade 17.2, at
 * most 8']`.
 */
export function checkText(message: string): string[] {
  const sentences = splitSentences(plainText(message)).map((sentence) => sentence.match(WORD) ?? []);
  const words = sentences.flat();
  if (words.length < MIN_WORDS) return [];
  const counts = {
    sentence: sentences.filter((sentence) => sentence.length > 0).length,
    word: words.length,
    syllable: words.reduce((sum, word) => sum + syllable(word), 0),
  };
  const grade = fleschKincaid(counts);
  return [
    ...(grade > MAX_GRADE ? [`grade ${grade.toFixed(1)}, at most ${MAX_GRADE}`] : []),
    ...sentences
      .filter((sentence) => sentence.length > MAX_SENTENCE_WORDS)
      .map(
        (sentence) => `${sentence.length} words in a sentence, at most ${MAX_SENTENCE_WORDS}: ${sentence.join(' ')}`,
      ),
  ];
}

/**
 * Replaces placeholders, email addresses and links with a neutral word. Replaces plurals and selects with their `other`
 * form: `'{n, plural, one {# file} other {# files}}'` → `'2 files'`.
 */
function plainText(message: string): string {
  const plural = /\{\w+, (?:plural|select),(?:[^{}]|\{[^{}]*\})*\bother \{([^{}]*)\}\s*\}/g;
  return message
    .replace(plural, (_, other: string) => other.replaceAll('#', '2'))
    .replace(/\{[^{}]*\}/g, 'home')
    .replace(/\S+@\S+|https?:\S+/g, 'home');
}

/** A line break ends a sentence, so an email's lines are scored one by one. */
function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?:])\s+|\n+/);
}

/**
 * Returns the words of a message that docs/glossary.md replaces, each with the word to use.
 * `'Please sign in.'` → `['"sign in": use log in']`.
 */
export function findPrivateWords(message: string): string[] {
  return privateWords.flatMap(({ words, use }) => {
    const found = new RegExp(words, 'i').exec(message);
    return found ? [`"${found[0]}": use ${use}`] : [];
  });
}

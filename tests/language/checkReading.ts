import { checkText, findPrivateWords } from './checkText';
import { findAllTexts } from './findAllTexts';
import exemptions from './reading-exemptions.json' with { type: 'json' };
import { findWrongSpanish } from './spanishWords';

/**
 * `npm test -- reading`: no message may need more than eight years of school, have sentences over 20 words, or
 * contain words that the glossary replaces, in English or Spanish.
 */
async function main(): Promise<void> {
  const { texts, spanish } = await findAllTexts();
  const exempt = exemptions.flatMap(({ texts: named }) => named);
  const faults = texts.flatMap(({ text, file, path }) => {
    const found = [...(exempt.includes(text) ? [] : checkText(text)), ...findPrivateWords(text)];
    return found.length
      ? [{ text, says: `schemas/${file}${path}\n  ${JSON.stringify(text)}\n  ${found.join('\n  ')}` }]
      : [];
  });
  const unused = exempt.filter((text) => !texts.some((one) => one.text === text) || checkText(text).length === 0);
  const rewrite = new Map(faults.map((fault) => [fault.text, fault.says]));
  const inSpanish = checkSpanish(spanish);
  for (const problem of [...rewrite.values(), ...inSpanish]) console.error(problem);
  for (const text of unused)
    console.error(`Remove from tests/language/reading-exemptions.json: ${JSON.stringify(text)}`);
  console.log(
    `Read ${new Set(texts.map(({ text }) => text)).size} messages: ${rewrite.size} to rewrite, ${exempt.length} exempt; in Spanish ${inSpanish.length} to rewrite.`,
  );
  process.exitCode = rewrite.size + unused.length + inSpanish.length ? 1 : 0;
}

function checkSpanish(spanish: Record<string, string>): string[] {
  return Object.entries(spanish).flatMap(([english, text]) => {
    const found = findWrongSpanish(english, text);
    return found.length ? [`schemas/translations/es.json\n  ${JSON.stringify(text)}\n  ${found.join('\n  ')}`] : [];
  });
}

await main();

import texts from '../../../schemas/texts/record.json';
import type { AgreedSection } from '../../contract/payment';
import { answerLines } from '../../model/answerLines';
import { isRecord } from '../../model/paths';
import { sayAll } from '../../model/translate';
import type { Deps } from '../deps';
import { readBody } from './bodies';
import { readQuestions, readShown } from './shownParts';
import { readSignedAnswers, unsignedSteps } from './signedAnswers';

/** What the applicant had before them when they signed; null for what was not kept, or is not what it was. */
export interface Agreed {
  terms: { text: string; subscriber_text: string } | null;
  sections: AgreedSection[] | null;
}

/**
 * The terms and the questions that were agreed to, found by their fingerprints in the record and never among today's; answers stand
 * with their questions as they lie now, and the check of the record says whether they are those that were signed.
 */
export async function readAgreed(deps: Deps, trn: string): Promise<Agreed> {
  const { terms, questions } = await fingerprints(deps, trn);
  const text: unknown = terms ? await readShown(deps.db, terms) : undefined;
  return {
    terms: isRecord(text)
      ? { text: String(text.text ?? ''), subscriber_text: String(text.subscriber_text ?? '') }
      : null,
    sections: questions ? await readSections(deps, trn, questions) : null,
  };
}

/** Those of the log; an application that was signed before there was one has at most that of its terms. */
async function fingerprints(deps: Deps, trn: string): Promise<{ terms?: string; questions?: string }> {
  const entry = await deps.stores.audit.find(trn, 'submitted');
  if (!entry) return { terms: (await deps.stores.payments.consentOf(trn))?.terms_digest };
  try {
    return readBody(entry, await deps.keyring.keyOf(trn));
  } catch {
    // A changed entry says nothing that could be believed; the check of the record names it.
    return {};
  }
}

async function readSections(deps: Deps, trn: string, digest: string): Promise<Agreed['sections']> {
  const shown = await readQuestions(deps.db, digest);
  if (!shown) return null;
  const answers = await readSignedAnswers(deps.db, trn, await deps.keyring.keyOf(trn), unsignedSteps(deps.forms));
  const words = sayAll(texts.answers, deps.forms.languages[shown[0]?.language ?? ''] ?? {});
  return shown.map(({ step, section, title, schema, ui }) => ({
    step,
    section,
    title,
    lines: answerLines(schema, ui, answers[step]?.[section], words),
  }));
}

import { messages } from '../../../messages/serverMessages';
import { answerLines } from '../../../model/answers/answerLines';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { LetterPart } from '../../applications/letters/drawLetter';
import { toPlainLines } from '../../applications/record/plainLines';
import { snapshotSections } from '../../applications/record/snapshotParts';
import { requireApplication } from '../../applications/requireApplication';
import { openStep, openSubmission } from '../../applications/steps/openStep';
import type { Applicant } from '../../platform/sessions/sessions';
import { drawApplicantLetter, noticeMessages, noticeParts } from './applicantLetter';
import { describeNotices } from './readNotices';

/**
 * Draws what the signature will cover: the saved answers, then the terms, notices and instructions in the page's
 * order. Leaves out notices that are confirmed on their own page. Throws `notFound` or `staleSession`.
 */
export async function drawPreview(deps: ApplicationDeps, applicant: Applicant, language: string): Promise<Buffer> {
  const { trn } = applicant;
  const { preview: texts } = noticeMessages(deps, language);
  const { terms, instructions, subscriber_name: subscriber } = await requireApplication(deps, trn);
  const shown = (await describeNotices(deps, trn, language)).filter(({ notice }) => notice.proof !== 'page');
  return drawApplicantLetter(deps, trn, {
    title: texts.title,
    language,
    parts: [
      { kind: 'text', text: texts.intro },
      ...(await answerParts(deps, applicant, language)),
      ...htmlParts(fillText(texts.of, { subscriber }), terms),
      ...shown.flatMap(noticeParts),
      ...htmlParts(texts.instructions, instructions),
    ],
  });
}

/** Leaves out sections without answers, and the payment step, because its answers are saved with the signature. */
async function answerParts(deps: ApplicationDeps, applicant: Applicant, language: string): Promise<LetterPart[]> {
  const texts = { ...translateAll(messages('record'), deps.forms.languages[language] ?? {}).answers, language };
  const submission = await openSubmission(deps, applicant);
  const sections = snapshotSections(deps, submission, language).filter(({ step }) => step !== submission.step.id);
  const steps = [...new Set(sections.map(({ step }) => step))];
  const opened = await Promise.all(steps.map((step) => openStep(deps, applicant, submission.flow, step)));
  return sections.flatMap(({ step, section, title, schema, ui }): LetterPart[] => {
    const answers = opened[steps.indexOf(step)]?.answers[section];
    const rows = answerLines(schema, ui, answers, texts).map(({ label, text }) => [label, text] as const);
    const heading: LetterPart = { kind: 'heading', text: title };
    return rows.length > 0 ? [heading, { kind: 'rows', rows }] : [];
  });
}

function htmlParts(heading: string, html: string): LetterPart[] {
  if (!html) return [];
  return [
    { kind: 'heading', text: heading },
    { kind: 'text', text: toPlainLines(html).join('\n\n') },
  ];
}

import { fillText } from '../../../model/messages/fillText';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { LetterPart } from '../../applications/letters/drawLetter';
import { requireApplication } from '../../applications/notices/describeNotices';
import { toPlainLines } from '../../applications/record/plainLines';
import { drawApplicantLetter, noticeMessages, noticeParts } from './applicantLetter';
import { describeNotices } from './readNotices';

/**
 * Draws what the signature will cover, in the order of the page: terms, notices, instructions. Leaves out notices that
 * are confirmed on their own page. Throws `notFound`.
 */
export async function drawTermsPdf(deps: ApplicationDeps, trn: string, language: string): Promise<Buffer> {
  const { terms: texts } = noticeMessages(deps, language);
  const { terms, instructions, subscriber_name: subscriber } = await requireApplication(deps, trn);
  const shown = (await describeNotices(deps, trn, language)).filter(({ notice }) => notice.proof !== 'page');
  return drawApplicantLetter(deps, trn, {
    title: texts.title,
    language,
    parts: [
      ...htmlParts(fillText(texts.of, { subscriber }), terms),
      ...shown.flatMap(noticeParts),
      ...htmlParts(texts.instructions, instructions),
    ],
  });
}

function htmlParts(heading: string, html: string): LetterPart[] {
  if (!html) return [];
  return [
    { kind: 'heading', text: heading },
    { kind: 'text', text: toPlainLines(html).join('\n\n') },
  ];
}

import { fillText } from '../../../model/messages/fillText';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { pdfCode } from '../../applications/notices/pdfCode';
import type { Applicant } from '../../platform/sessions/sessions';
import { drawApplicantLetter, noticeMessages, noticeParts } from './applicantLetter';
import { describeNotices } from './readNotices';

/** Draws a PDF like a receipt or letter, to test whether the applicant can open such files. Throws `notFound`. */
export async function drawTestPdf(deps: ApplicationDeps, { trn }: Applicant, language: string): Promise<Buffer> {
  const { pdf } = noticeMessages(deps, language);
  const tested = (await describeNotices(deps, trn, language)).filter(({ notice }) => notice.proof === 'pdf');
  return drawApplicantLetter(deps, trn, {
    title: pdf.title,
    language,
    parts: [
      { kind: 'heading', text: fillText(pdf.code, { code: pdfCode(deps.tokenKey, trn) }) },
      { kind: 'text', text: pdf.intro },
      ...tested.flatMap(noticeParts),
    ],
  });
}

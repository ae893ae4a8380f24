import { messages } from '../../../messages/serverMessages';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { requireApplication } from '../../applications/notices/describeNotices';
import { pdfCode } from '../../applications/notices/pdfCode';
import { readHead } from '../../applications/record/recordHead';
import type { DescribedNotice } from './readNotices';

/** Draws a PDF like a receipt or letter, to test whether the applicant can open such files. */
export async function drawTestPdf(
  deps: ApplicationDeps,
  trn: string,
  { language, notices }: { language: string; notices: readonly DescribedNotice[] },
): Promise<{ content: Buffer; fileName: string }> {
  const { pdf } = translateAll(messages('server-application').notices, deps.forms.languages[language] ?? {});
  const { first_name, last_name } = await requireApplication(deps, trn);
  const { landlord } = await readHead(deps.db, trn);
  const { drawLetter } = await import('../../applications/letters/drawLetter');
  const content = await drawLetter({
    title: pdf.title,
    contact: fillText(pdf.contact, { ...landlord }),
    logoText: fillText(pdf.logo, { name: landlord.name }),
    name: `${first_name} ${last_name}`,
    landlord,
    language,
    at: deps.clock(),
    parts: [
      { kind: 'heading', text: fillText(pdf.code, { code: pdfCode(deps.tokenKey, trn) }) },
      { kind: 'text', text: pdf.intro },
      ...notices
        .filter(({ notice }) => notice.proof === 'pdf')
        .flatMap(({ content: { title, paragraphs, points } }) => [
          { kind: 'heading' as const, text: title },
          { kind: 'text' as const, text: [...paragraphs, ...points.map((point) => `• ${point}`)].join('\n\n') },
        ]),
    ],
  });
  return { content, fileName: pdf.file };
}

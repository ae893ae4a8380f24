import { messages } from '../../../messages/serverMessages';
import { fillText } from '../../../model/messages/fillText';
import { translateAll } from '../../../model/messages/translate';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { LetterPart } from '../../applications/letters/drawLetter';
import { readHead } from '../../applications/record/recordHead';
import { requireApplication } from '../../applications/requireApplication';
import type { DescribedNotice } from './readNotices';

interface LetterContent {
  title: string;
  parts: readonly LetterPart[];
  language: string;
}

/** Draws a PDF from the landlord to the applicant. Throws `notFound`. */
export async function drawApplicantLetter(deps: ApplicationDeps, trn: string, content: LetterContent): Promise<Buffer> {
  const { pdf } = noticeMessages(deps, content.language);
  const { first_name, last_name } = await requireApplication(deps, trn);
  const { landlord } = await readHead(deps.db, trn);
  // Imported here, because the module is slow to load.
  const { drawLetter } = await import('../../applications/letters/drawLetter');
  return drawLetter({
    ...content,
    contact: fillText(pdf.contact, { ...landlord }),
    logoText: fillText(pdf.logo, { name: landlord.name }),
    name: `${first_name} ${last_name}`,
    landlord,
    at: deps.clock(),
  });
}

export function noticeParts({ content: { title, paragraphs, points, criteria } }: DescribedNotice): LetterPart[] {
  const text = [...paragraphs, ...points.map((point) => `• ${point}`), ...criteria].join('\n\n');
  return [
    { kind: 'heading', text: title },
    { kind: 'text', text },
  ];
}

export function noticeMessages({ forms }: Pick<ApplicationDeps, 'forms'>, language: string) {
  return translateAll(messages('server-application').notices, forms.languages[language] ?? {});
}

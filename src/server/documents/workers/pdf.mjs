import { getDocumentProxy } from 'unpdf';

const MOST_PAGES = 20;

/** How many pages a PDF has, or why it cannot be opened; with the password of its reader where one is given. */
export default async function open(content, { password } = {}) {
  const answer = await countPages(content, password).catch((cause) => ({
    refusal: cause?.name === 'PasswordException' ? 'protected' : 'damaged',
  }));
  return answer.pages === 0 ? { refusal: 'damaged' } : answer;
}

// A document can claim pages that are not there: each of the first is really opened.
async function countPages(content, password) {
  const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0, password });
  const { info = {} } = await pdf.getMetadata().catch(() => ({}));
  // Without fields of its own beside it, an XFA form is a page that says 'Please wait' to every program but Adobe's.
  if (info.IsXFAPresent && !info.IsAcroFormPresent) return { refusal: 'dynamicForm' };
  for (let n = 1; n <= Math.min(pdf.numPages, MOST_PAGES); n += 1) await pdf.getPage(n);
  return { pages: pdf.numPages };
}

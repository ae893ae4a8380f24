import { getDocumentProxy } from 'unpdf';

const MAX_PAGES = 20;

export default async function open(content, { password } = {}) {
  const answer = await countPages(content, password).catch((cause) => ({
    refusal: cause?.name === 'PasswordException' ? 'protected' : 'damaged',
  }));
  return answer.pages === 0 ? { refusal: 'damaged' } : answer;
}

// Opens pages, because a document may claim more pages than it has.
async function countPages(content, password) {
  const pdf = await getDocumentProxy(new Uint8Array(content), { verbosity: 0, password });
  const { info = {} } = await pdf.getMetadata().catch(() => ({}));
  // An XFA form without other fields shows only 'Please wait'.
  if (info.IsXFAPresent && !info.IsAcroFormPresent) return { refusal: 'dynamicForm' };
  for (let n = 1; n <= Math.min(pdf.numPages, MAX_PAGES); n += 1) await pdf.getPage(n);
  return { pages: pdf.numPages };
}

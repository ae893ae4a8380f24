import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';

const MOST_PAGES = 20;

// A document can claim pages that are not there: each of the first is really opened.
async function read() {
  const pdf = await getDocumentProxy(workerData, { verbosity: 0 });
  for (let n = 1; n <= Math.min(pdf.numPages, MOST_PAGES); n += 1) await pdf.getPage(n);
  return { pages: pdf.numPages };
}

const answer = await read().catch((cause) => ({
  refusal: cause?.name === 'PasswordException' ? 'protected' : 'damaged',
}));
parentPort.postMessage(answer.pages === 0 ? { refusal: 'damaged' } : answer);

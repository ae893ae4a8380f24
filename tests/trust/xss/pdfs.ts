import PDFDocument from 'pdfkit';
import { getDocumentProxy } from 'unpdf';
import type { AnyServer } from '../../support/anyServer';
import { expectRecords, get } from '../../support/fillSteps';
import type { TestApplicant } from '../../support/serverApplicants';
import { removeSpaces } from './expectedTexts';

/** Actions that a PDF reader would run or open automatically, as written in a PDF's objects. */
const ACTIONS = /\/(JavaScript|JS|Launch|OpenAction|AA|URI|SubmitForm|GoToR|GoToE|RichMedia|XFA)\b/g;

/** Waits for the signed record and returns its PDF. */
export async function recordOf(server: AnyServer, applicant: TestApplicant): Promise<Buffer> {
  for (let tries = 0; tries < 300; tries++) {
    const { document } = expectRecords(await get(server, applicant, `/api/record/${applicant.trn}`));
    if (document) return (await server.app.inject({ url: String(document) })).rawPayload;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The signed record was never created');
}

/** Reports anything active in the record. To prove the check, also reports if it misses the script in a sample. */
export async function pdfFaults(record: Buffer, planted: readonly string[]): Promise<string[]> {
  const { actions, text } = await readPdf(record);
  const control = await readPdf(await activePdf());
  const shown = planted.filter((one) => text.includes(removeSpaces(one)));
  return [
    ...actions.map((action) => `record PDF: ${action}`),
    ...(shown.length > planted.length / 2
      ? []
      : [`record PDF: only ${shown.length} of ${planted.length} payloads are in it`]),
    ...(control.actions.length > 2 ? [] : ['control: a PDF with a script is not seen']),
  ];
}

export async function readPdf(content: Buffer): Promise<{ actions: string[]; text: string }> {
  const pdf = await getDocumentProxy(new Uint8Array(content));
  // Skips streams: drawings and fonts are compressed, and contain any three letters by chance.
  const objects = content.toString('latin1').replace(/\bstream\r?\n[\s\S]*?endstream/g, '');
  const actions = (objects.match(ACTIONS) ?? []).map((name) => `the object ${name}`);
  if ((await pdf.getJSActions()) || (await pdf.getOpenAction())) actions.push('an action of the document');
  let text = '';
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    for (const { subtype, url } of await page.getAnnotations()) actions.push(`an annotation ${subtype} ${url ?? ''}`);
    text += (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('');
  }
  await pdf.destroy();
  return { actions, text: removeSpaces(text) };
}

async function activePdf(): Promise<Buffer> {
  const pdf = new PDFDocument();
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  const { _root } = pdf as unknown as { _root: PDFKit.PDFKitReference };
  const action = pdf.ref({ S: 'JavaScript', JS: 'app.alert(1)' });
  (action as unknown as { end(): void }).end();
  Object.assign(_root.data as object, { OpenAction: action });
  pdf.text('a').link(10, 10, 50, 50, 'https://example.com');
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

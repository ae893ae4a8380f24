import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { createTransport, type SendMailOptions } from 'nodemailer';
import PostalMime, { type Attachment, type Email } from 'postal-mime';
import { openContext } from '../support/withBrowser';
import { removeSpaces } from './expectedTexts';
import { readPdf } from './pdfs';
import { type Watch, watchContext } from './watch';

const HEADERS = /^(from|to|subject|message-id|date|mime-version|content-type|content-transfer-encoding)$/;

/** The elements our emails are made of, each with the attributes it may have. */
const ELEMENTS: Record<string, readonly string[]> = {
  HTML: [],
  HEAD: [],
  META: ['charset', 'name', 'content'],
  TITLE: [],
  BODY: ['style'],
  DIV: ['style'],
  P: ['style'],
  BR: [],
  A: ['href', 'style'],
  IMG: ['src', 'alt', 'height', 'style'],
};

/**
 * Opens the HTML of all emails in a browser without a policy, as an email program might. Reports what runs, and every
 * header, element, attribute, address or attachment that isn't ours. One email must name the `subscriber`.
 */
export async function mailFaults(browser: Browser, folder: string, subscriber: string): Promise<string[]> {
  const outbox = path.join(folder, 'outbox');
  const mails = await Promise.all(
    readdirSync(outbox).map((name) => PostalMime.parse(readFileSync(path.join(outbox, name)))),
  );
  const context = await openContext(browser);
  const watch = await watchContext(context);
  const page = await context.newPage();
  const faults: string[] = [];
  for (const mail of mails) faults.push(...(await findActive(page, watch, mail)));
  const controls = await controlFaults(page, watch);
  await context.close();
  const isHostile = mails.some(
    ({ text = '', html = '' }) =>
      [text, html].every((part) => part.length > 0) && removeSpaces(text).includes(removeSpaces(subscriber)),
  );
  return [...faults, ...controls, ...(isHostile ? [] : [`mail: the subscriber's name ${subscriber} is in none`])];
}

/** Each of these emails has one thing that must be reported. */
const HOSTILE: Record<string, SendMailOptions> = {
  'a script': { html: '<p>a</p><img src="cid:logo" alt="" onerror="q(1)">' },
  'an element': { html: '<form></form>' },
  'an address': { html: '<a href="javascript:q(1)">a</a>' },
  'a picture from elsewhere': { html: '<img src="https://example.com/a.png" alt="">' },
  'a header': { html: '<p>a</p>', headers: { 'X-Injected': 'yes' } },
  'an attachment': { html: '<p>a</p>', attachments: [{ filename: 'a.html', content: '<p>a</p>' }] },
};

async function controlFaults(page: Page, watch: Watch): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, mail] of Object.entries(HOSTILE)) {
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
      subject: 'a',
      ...mail,
    });
    const found = await findActive(page, watch, await PostalMime.parse(message as Buffer));
    if (!found.length) faults.push(`control: ${what} in an email isn't seen`);
  }
  return faults;
}

async function findActive(page: Page, watch: Watch, mail: Email): Promise<string[]> {
  const headers = mail.headers.filter(({ key }) => !HEADERS.test(key)).map(({ key }) => `a header ${key}`);
  const attachments = await Promise.all(mail.attachments.map(findActiveAttachment));
  watch.forget();
  await page.setContent(mail.html ?? '');
  const elements = await page.evaluate(findUnknownElements, ELEMENTS);
  const ran = [...watch.ran].map((number) => `payload ${number} ran`);
  return [...headers, ...attachments.flat(), ...elements, ...ran].map((fault) => `mail '${mail.subject}': ${fault}`);
}

/** Reports an attachment, unless it's a logo in the HTML or a PDF in which nothing is active. */
async function findActiveAttachment({ mimeType, contentId, content, filename }: Attachment): Promise<string[]> {
  if (mimeType === 'image/png' && contentId) return [];
  if (mimeType !== 'application/pdf') return [`an attachment ${filename} of type ${mimeType}`];
  const { actions } = await readPdf(Buffer.from(content as ArrayBuffer));
  return actions.map((action) => `in ${filename}: ${action}`);
}

/** Runs in the page. */
function findUnknownElements(known: Record<string, readonly string[]>): string[] {
  const isOurs = ({ name, value }: Attr) =>
    name === 'href' ? /^https?:/.test(value) : name === 'src' ? value === 'cid:logo' : true;
  const isKnown = (element: Element) =>
    known[element.tagName] !== undefined &&
    [...element.attributes].every((one) => known[element.tagName]?.includes(one.name) && isOurs(one));
  return [...document.querySelectorAll('*')]
    .filter((element) => !isKnown(element))
    .map((element) => `an element ${element.outerHTML.slice(0, 100)}`);
}

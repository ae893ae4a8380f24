import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import own from '../../../schemas/language.json';
import type { PageFiles } from '../../contract/opening';
import type { Step } from '../../model/types';
import { findRoot } from '../config';
import type { FindWords } from '../forms/servedWords';
import { Refusal, refuse } from './errors';
import { allowInline } from './securityHeaders';

/** What a page shows before anybody is signed in; nothing private, since it stands in the HTML. */
export interface PageData {
  /** The answers of calls that the page would make, by their paths. */
  calls: Record<string, unknown>;
  /** Addresses of the compiled rules that it checks by. */
  rules: string[];
  /** What is painted of it before a script runs. */
  frame?: PageFrame;
  /** It belongs to one entry link. */
  isOfLink?: boolean;
}

/** The head and the heading of a page before a session, drawn as src/app/entry/EntryFrame.tsx draws them. */
export interface PageFrame {
  name: string;
  logo?: string;
  heading: string;
  lead?: string;
  width: 'narrow' | 'column';
}

export type FindPageData = (url: URL, language: string) => Promise<PageData | undefined>;

const noData: FindPageData = async () => undefined;

/** What the schema files say now, for whatever page. */
export interface LivePages {
  /** Names the files that are in force. */
  readonly version: string;
  readonly languages: readonly string[];
  /** The steps of the application. */
  readonly steps: readonly Step[];
  /** What they say otherwise than the build. */
  words: FindWords;
}

/**
 * Serves the built app: files with a hash in their name for ever, and for every page address the one page, asked for anew each time, which
 * names all that its address needs (docs/decisions/015). Without a build (tests, `npm run dev`) there is nothing to serve.
 */
export async function addAppFiles(
  app: FastifyInstance,
  live: LivePages,
  findData: FindPageData = noData,
  root = path.join(findRoot(), 'dist/app'),
): Promise<void> {
  if (!existsSync(path.join(root, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => reply.setHeader('cache-control', cachingOf(file, root)),
  });
  const styles = inlineStyles(readFileSync(path.join(root, 'index.html'), 'utf8'), root);
  const files: PageFiles = JSON.parse(readFileSync(path.join(root, 'pages.json'), 'utf8'));
  // Asked for by browsers that show anything else than a page: a file, an answer of the API.
  const [, icon] = /<link rel="icon" href="([^"]+)"/.exec(styles.html) ?? [];
  if (icon) app.get('/favicon.ico', OF_PAGES, (_, reply) => reply.redirect(icon));
  app.get('/*', OF_PAGES, async (request, reply) => {
    if (!isPage(request)) throw refuse('notFound');
    const url = new URL(request.url, 'http://page');
    const language = chosenLanguage(request, live.languages);
    const data = await findData(url, language).catch((cause) => withoutData(cause, request));
    allowInline(reply, { script: files.first, style: styles.text });
    const page = renderPage({ html: styles.html, files, live, url, language, data });
    return sendPage(request, reply, page, data?.isOfLink);
  });
}

const OF_PAGES = { schema: { hide: true }, config: { open: true } };

/** The style sheet stands in the HTML: nothing that is shown waits for another file. `text` is what the policy has to allow. */
function inlineStyles(html: string, root: string): { html: string; text: string } {
  const [link = '', href = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(html) ?? [];
  const text = href && readFileSync(path.join(root, href), 'utf8');
  return { html: link ? html.replace(link, () => `<style>${text}</style>`) : html, text };
}

function cachingOf(file: string, root: string): string {
  return file.startsWith(path.join(root, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** A page address has no file ending, the link values in it included, and a browser asks for HTML. */
function isPage(request: FastifyRequest): boolean {
  const [pathname = ''] = request.url.split('?');
  return !/^\/(api|sandbox|assets)(\/|$)/.test(pathname) && !/\.[a-z0-9]{1,5}$/i.test(pathname);
}

/** As src/app/language/servedWords.ts chooses: the applicant's choice, else the first of their browser's that the app speaks. */
function chosenLanguage({ headers }: FastifyRequest, others: readonly string[]): string {
  const chosen = /(?:^|; )language=(\w+)/.exec(headers.cookie ?? '')?.[1];
  const wanted = (headers['accept-language'] ?? '').split(',').map((tag) => tag.trim().split(/[-;]/)[0]?.toLowerCase());
  const known = [own.id, ...others];
  return [chosen, ...wanted].find((one) => one !== undefined && known.includes(one)) ?? own.id;
}

/** The page asks for itself what could not be put into it, and says what is wrong. */
function withoutData(cause: unknown, request: FastifyRequest): undefined {
  if (!(cause instanceof Refusal)) request.log.warn({ err: cause }, 'page without its data');
}

interface Page {
  html: string;
  files: PageFiles;
  live: LivePages;
  url: URL;
  language: string;
  data: PageData | undefined;
}

/** What the HTML shows by itself is painted without the scripts: they need not come first. */
const AFTER_FIRST_PAINT = ' fetchpriority="low"';

/** As many files a browser fetches at once over HTTP/1.1; a script of low priority beyond them would wait for a line. */
const LINES = 6;
/** The font; the logo is named after the scripts, and waits for them. */
const BESIDE_SCRIPTS = 1;

function renderPage({ html, files, live, url, language, data }: Page): string {
  const scripts = [...chunksOf(files, live, url.pathname), ...(files.words[language] ?? [])].map((name) => `/${name}`);
  const wanted = [...scripts, ...(data?.rules ?? [])].filter((name) => !html.includes(`"${name}"`));
  const opening = openingAt(live, addressOf(url.pathname));
  const scriptCount = html.split('<script type="module"').length - 1 + wanted.length;
  const priority = data?.frame && scriptCount + BESIDE_SCRIPTS <= LINES ? AFTER_FIRST_PAINT : '';
  const links = wanted.map((name) => `<link rel="modulepreload"${priority} crossorigin href="${name}">`);
  if (!opening) links.unshift(`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${files.font}">`);
  return html
    .replaceAll('<script type="module"', `<script type="module"${priority}`)
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<head>', () => ['<head>', ...headOf(files, live, opening)].join('\n    '))
    .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
    .replace('<div id="root">', () => `${data?.frame ? drawFrame(data.frame) : ''}<div id="root">`)
    .replace('</body>', () => `${[...blocksOf(live, url.pathname, language, data), ''].join('\n  ')}</body>`);
}

/**
 * The version of the forms, and what one call opens, named for the script that makes the call, with the font that it fetches next: HTTP/1.1
 * has six lines and no more.
 */
function headOf({ first, font }: PageFiles, { version }: LivePages, opening: string | undefined): string[] {
  const named = `<meta name="opening" content="${opening}" data-font="/${font}">`;
  const script = `<script>${first}</script>`;
  return [`<meta name="forms-version" content="${version}">`, ...(opening ? [named] : []), script];
}

/** src/main.tsx takes it away as soon as the page itself is there. */
function drawFrame({ name, logo, heading, lead, width }: PageFrame): string {
  const sign = logo
    ? `<img alt="" src="${escapeHtml(logo)}">`
    : `<span class="rp-frame__monogram">${escapeHtml(name.slice(0, 1))}</span>`;
  const brand = `<p class="rp-frame__brand">${sign}<span translate="no">${escapeHtml(name)}</span></p>`;
  const header = `<header class="rp-frame__header"><div class="rp-frame__row">${brand}</div></header>`;
  const words = `<h1 class="rp-frame__heading">${escapeHtml(heading)}</h1>${lead ? `<p class="rp-frame__lead">${escapeHtml(lead)}</p>` : ''}`;
  const main = `<div class="rp-frame__main" data-width="${width}">${words}</div>`;
  const side = width === 'column' ? '<div></div>' : '';
  return `<div id="first" class="rp-frame__root">${header}<div class="rp-frame__body"${side && ' data-side=""'}>${side}${main}</div></div>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The page that one call opens at an address, as `openAt` (src/app/shell/application.ts) asks for it. */
function openingAt(live: LivePages, address: string): string | undefined {
  if (address === '/success') return 'success/summary';
  const step = stepAt(live, address);
  return step && `application/${step.id}`;
}

const stepAt = ({ steps }: LivePages, address: string) =>
  steps.find(({ route, viewRoute }) => route === address || viewRoute === address);

const addressOf = (pathname: string) => pathname.replace(/(.)\/$/, '$1');

/** The page of this very address, else the one of all addresses below its first segments. */
function chunksOf({ pages }: PageFiles, live: LivePages, pathname: string): string[] {
  const address = addressOf(pathname);
  const folder = Object.keys(pages).find((page) => page.endsWith('/*') && address.startsWith(page.slice(0, -1)));
  return pages[address] ?? pages[folder ?? ''] ?? pages[likeStep(pages, live, address)] ?? [];
}

/** A step that the build did not know is drawn by the page that draws the others. */
function likeStep(pages: PageFiles['pages'], live: LivePages, address: string): string {
  const step = stepAt(live, address);
  const isView = step?.viewRoute === address;
  const others = live.steps.filter(({ role }) => role !== 'payment').map((one) => (isView ? one.viewRoute : one.route));
  return (step && others.find((route) => route && pages[route])) ?? '';
}

/** Data, not scripts: no policy has to let them run. Nothing of the words where they are those of the build. */
function blocksOf({ words }: LivePages, path: string, language: string, data: PageData | undefined): string[] {
  const served = words(language);
  const isOther = served.languages || Object.keys(served.files).length > 0;
  return [
    ...(isOther ? [block('served-words', served)] : []),
    ...(data ? [block('page-data', { path, language, calls: data.calls })] : []),
  ];
}

/** Without `<` nothing in it can end it. */
function block(id: string, content: object): string {
  const json = JSON.stringify(content).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** Asked for anew each time, and not sent again where the browser has it. */
function sendPage(request: FastifyRequest, reply: FastifyReply, page: string, isOfLink = false) {
  const tag = `W/"${createHash('sha256').update(page).digest('base64url')}"`;
  reply
    .header('cache-control', isOfLink ? 'private, no-cache' : 'no-cache')
    .header('vary', 'accept-language, cookie')
    .header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page);
}

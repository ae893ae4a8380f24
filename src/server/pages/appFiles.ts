import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import own from '../../../schemas/language.json';
import type { PageFiles } from '../../contract/bootstrap';
import { ownMember } from '../../model/answers/paths';
import { isSubmission } from '../../model/section/flow';
import { isServerPath } from '../../model/section/pages';
import type { Flow } from '../../model/types';
import type { FindMessages } from '../forms/servedMessages';
import { findRoot } from '../platform/config';
import { Refusal, refuse } from '../platform/http/errors';
import { isFresh } from '../platform/http/isFresh';
import { allowInline } from '../platform/http/securityHeaders';

/** Sent in the page's HTML, even without a login. */
export interface PageData {
  calls: Record<string, unknown>;
  rules: string[];
  frame?: PageFrame;
  isOfLink?: boolean;
}

/** Drawn with the layout of src/app/shell/PublicFrame.tsx. */
export interface PageFrame {
  name: string;
  logo?: string;
  heading: string;
  lead?: string;
  width: 'narrow' | 'column';
}

export type FindPageData = (url: URL, language: string) => Promise<PageData | undefined>;

const noData: FindPageData = async () => undefined;

export interface LivePages {
  readonly version: string;
  readonly languages: readonly string[];
  readonly flow: Flow;
  findMessages: FindMessages;
}

/** Serves the built pages (docs/decisions/015). Does nothing without a build. */
export async function serveAppFiles(
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
    setHeaders: (reply, file) => reply.setHeader('cache-control', cacheControlFor(file, root)),
  });
  const styles = inlineStyles(readFileSync(path.join(root, 'index.html'), 'utf8'), root);
  const files: PageFiles = JSON.parse(readFileSync(path.join(root, 'pages.json'), 'utf8'));
  // Browsers request /favicon.ico for responses that aren't pages.
  const [, icon] = /<link rel="icon" href="([^"]+)"/.exec(styles.html) ?? [];
  if (icon) app.get('/favicon.ico', OF_PAGES, (_, reply) => reply.redirect(icon));
  app.get('/*', OF_PAGES, async (request, reply) => {
    if (!isPage(request)) throw refuse('notFound');
    const url = new URL(request.url, 'http://page');
    const present = ownMember(live.flow.redirects, normalizeAddress(url.pathname));
    if (present) return reply.header('cache-control', 'no-cache').redirect(`${present}${url.search}`, 302);
    const language = chosenLanguage(request, url, live.languages);
    const data = await findData(url, language).catch((cause) => logMissingData(cause, request));
    allowInline(reply, { script: files.first, style: styles.text });
    const page = renderPage({ html: styles.html, files, live, url, language, data });
    return sendPage(request, reply, page, data?.isOfLink);
  });
}

const OF_PAGES = { schema: { hide: true }, config: { open: true } };

/** Puts the style sheet in the HTML, so that the first paint needs no other file. */
function inlineStyles(html: string, root: string): { html: string; text: string } {
  const [link = '', href = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(html) ?? [];
  const text = href && readFileSync(path.join(root, href), 'utf8');
  return { html: link ? html.replace(link, () => `<style>${text}</style>`) : html, text };
}

function cacheControlFor(file: string, root: string): string {
  return file.startsWith(path.join(root, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

/** Excludes '//x', because URL parsers treat `x` as a host. */
function isPage(request: FastifyRequest): boolean {
  const [pathname = ''] = request.url.split('?');
  return !/^\/[/\\]/.test(pathname) && !isServerPath(pathname) && !/\.[a-z0-9]{1,5}$/i.test(pathname);
}

function chosenLanguage({ cookies, preferredLanguages }: FastifyRequest, url: URL, others: readonly string[]): string {
  const known = [own.id, ...others];
  const wanted = [url.searchParams.get('lang'), cookies.language, ...preferredLanguages];
  return wanted.find((one) => known.includes(one ?? '')) ?? own.id;
}

/** Without its data, a page makes the calls itself and shows any errors. */
function logMissingData(cause: unknown, request: FastifyRequest): undefined {
  if (!(cause instanceof Refusal)) request.log.warn({ err: cause }, 'The page was sent without its data');
}

interface Page {
  html: string;
  files: PageFiles;
  live: LivePages;
  url: URL;
  language: string;
  data: PageData | undefined;
}

const LOW_PRIORITY = ' fetchpriority="low"';

/** A browser's maximum number of HTTP/1.1 connections to a server. */
const CONNECTIONS = 6;
/** Besides scripts, a page loads the font. */
const OTHER_FILES = 1;

function renderPage({ html, files, live, url, language, data }: Page): string {
  const scripts = [...findChunks(files, live, url.pathname), ...(files.words[language] ?? [])].map(
    (name) => `/${name}`,
  );
  const wanted = [...scripts, ...(data?.rules ?? [])].filter((name) => !html.includes(`"${name}"`));
  const bootstrapPage = findBootstrap(live, normalizeAddress(url.pathname));
  const scriptCount = html.split('<script type="module"').length - 1 + wanted.length;
  const priority = data?.frame && scriptCount + OTHER_FILES <= CONNECTIONS ? LOW_PRIORITY : '';
  const links = wanted.map((name) => `<link rel="modulepreload"${priority} crossorigin href="${name}">`);
  if (!bootstrapPage)
    links.unshift(`<link rel="preload" as="font" type="font/woff2" crossorigin href="/${files.font}">`);
  return html
    .replaceAll('<script type="module"', `<script type="module"${priority}`)
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<head>', () => ['<head>', ...headTags(files, live, bootstrapPage)].join('\n    '))
    .replace('</head>', () => `  ${links.join('\n    ')}\n  </head>`)
    .replace('<div id="root">', () => `${data?.frame ? drawFrame(data.frame) : ''}<div id="root">`)
    .replace('</body>', () => `${[...dataBlocks(live, url.pathname, language, data), ''].join('\n  ')}</body>`);
}

function headTags({ first, font }: PageFiles, { version }: LivePages, bootstrap: Bootstrap | undefined): string[] {
  const script = `<script>${first}</script>`;
  const tags = [`<meta name="forms-version" content="${version}">`];
  if (!bootstrap) return [...tags, script];
  const { page, rules } = bootstrap;
  const needed = rules.length > 0 ? ` data-rules="${rules.join(' ')}"` : '';
  return [...tags, `<meta name="bootstrap" content="${page}"${needed} data-font="/${font}">`, script];
}

/** src/main.tsx removes the frame. */
function drawFrame({ name, logo, heading, lead, width }: PageFrame): string {
  const sign = logo
    ? `<img alt="" src="${escapeHtml(logo)}">`
    : `<span class="rp-frame__monogram">${escapeHtml(name.slice(0, 1))}</span>`;
  const brand = `<p class="rp-frame__brand">${sign}<span translate="no">${escapeHtml(name)}</span></p>`;
  const header = `<header class="rp-frame__header"><div class="rp-frame__row">${brand}</div></header>`;
  const intro = `<h1 class="rp-frame__heading">${escapeHtml(heading)}</h1>${lead ? `<p class="rp-frame__lead">${escapeHtml(lead)}</p>` : ''}`;
  const main = `<div class="rp-frame__main" data-width="${width}">${intro}</div>`;
  const side = width === 'column' ? '<div></div>' : '';
  return `<div id="first" class="rp-frame__root">${header}<div class="rp-frame__body"${side && ' data-side=""'}>${side}${main}</div></div>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

interface Bootstrap {
  page: string;
  /** The steps whose rules the page needs. */
  rules: string[];
}

/** Must match `openAt` in src/app/shell/application.ts. */
function findBootstrap(live: LivePages, address: string): Bootstrap | undefined {
  if (address === '/success') return { page: 'success/summary', rules: [] };
  const step = findStepAt(live, address);
  if (!step) return undefined;
  // The submission's page reviews all steps.
  const steps = isSubmission(step) ? live.flow.steps : [step];
  return { page: `application/${step.id}`, rules: steps.map(({ id }) => id) };
}

const findStepAt = ({ flow }: LivePages, address: string) =>
  flow.steps.find(({ route, viewRoute }) => route === address || viewRoute === address);

const normalizeAddress = (pathname: string) => pathname.replace(/(.)\/$/, '$1');

function findChunks({ pages }: PageFiles, live: LivePages, pathname: string): string[] {
  const address = normalizeAddress(pathname);
  const folder = Object.keys(pages).find((page) => page.endsWith('/*') && address.startsWith(page.slice(0, -1)));
  return pages[address] ?? pages[folder ?? ''] ?? pages[findSimilarChunks(pages, live, address)] ?? [];
}

/** For a step added after the build, returns the path of a step with the same chunks. */
function findSimilarChunks(pages: PageFiles['pages'], live: LivePages, address: string): string {
  const step = findStepAt(live, address);
  const isView = step?.viewRoute === address;
  const others = live.flow.steps
    .filter(({ role }) => role !== 'payment')
    .map((one) => (isView ? one.viewRoute : one.route));
  return (step && others.find((route) => route && pages[route])) ?? '';
}

/** The content security policy allows JSON in script elements. */
function dataBlocks(
  { findMessages: heading }: LivePages,
  path: string,
  language: string,
  data: PageData | undefined,
): string[] {
  const served = heading(language);
  const isOther = served.languages || Object.keys(served.files).length > 0;
  return [
    ...(isOther ? [jsonBlock('served-words', served)] : []),
    ...(data ? [jsonBlock('page-data', { path, language, calls: data.calls })] : []),
  ];
}

/** Escapes `<`, because `</script>` would end the element. */
function jsonBlock(id: string, content: object): string {
  const json = JSON.stringify(content).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: string, isOfLink = false) {
  const tag = `W/"${createHash('sha256').update(page).digest('base64url')}"`;
  reply
    .header('cache-control', isOfLink ? 'private, no-cache' : 'no-cache')
    .header('vary', 'accept-language, cookie')
    .header('etag', tag);
  if (isFresh(request, tag)) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page);
}

import { get } from 'node:http';
import sharp from 'sharp';
import texts from '../../schemas/texts/server-application.json';
import { expectRecords, get as read } from '../support/fillSteps';
import { multipartBody, postMultipart } from '../support/multipart';
import { registerApplicant, type TestApplicant } from '../support/serverApplicants';
import type { Mode, Outcome, Suite } from './suite';
import { startBuilt } from './support/builtServer';
import { withFolder } from './support/folders';
import { remoteServer } from './support/remoteServer';
import { count, quantile, type Tally } from './support/tally';
import { documents } from './uploads/documents';
import { otherFormats } from './uploads/otherFormats';
import { pictures } from './uploads/pictures';
import type { Upload } from './uploads/upload';

type Remote = ReturnType<typeof remoteServer>;

const PROBES = 400;
/** Milliseconds. Below this, no one would notice that a request is slower. */
const MIN_MS = 50;

/**
 * Uploads disguised files. Checks each result and message, that none is served as a web page, and that other requests
 * stay fast.
 */
export default { name: 'uploads', run } satisfies Suite;

function run(mode: Mode): Promise<Outcome> {
  return withFolder(async (folder) => {
    const files = [...(await pictures(mode)), ...(await documents()), ...(await otherFormats())];
    const server = await startBuilt({ DATA_DIR: folder, LIMIT_FACTOR: '100000' });
    try {
      const tally: Tally = { n: 0, failures: [] };
      const remote = remoteServer(() => server.address);
      const robin = await registerApplicant(remote);
      // Warm-up, so nothing is loaded for the first time while it's measured.
      for (const file of files.slice(0, 2)) await send(remote, robin, file);
      const rounds = mode === 'long' ? 5 : 1;
      const figures: string[] = [];
      for (let round = 0; round < rounds; round += 1) figures.push(await measure(server.address, remote, files, tally));
      return { ...tally, figure: `${files.length} kinds of files; ${figures.join('; ')}` };
    } finally {
      await server.kill();
    }
  });
}

/** Measures another route while all files are uploaded one after another, and without them before and after. */
async function measure(address: string, remote: Remote, files: Upload[], tally: Tally): Promise<string> {
  const robin = await registerApplicant(remote);
  const alone = await probe(address, PROBES / 2);
  const beside: number[] = [];
  const state = { isOver: false };
  const storm = judgeAll(remote, robin, files, tally).finally(() => {
    state.isOver = true;
  });
  while (!state.isOver) beside.push(...(await probe(address, 10)));
  await storm;
  alone.push(...(await probe(address, PROBES / 2)));
  const [quiet, busy] = [quantile(alone, 0.99), quantile(beside, 0.99)].map(Math.round);
  const isSlow = Number(busy) > Math.max(MIN_MS, 2 * Number(quiet));
  count(tally, isSlow && `during uploads, the p99 of another route was ${busy} ms, without them ${quiet} ms`);
  return `another route's p99 ${quiet} ms alone, ${busy} ms during uploads (${beside.length} requests)`;
}

async function judgeAll(remote: Remote, robin: TestApplicant, files: Upload[], tally: Tally): Promise<void> {
  for (const file of files) await verify(remote, robin, file, tally);
}

async function verify(remote: Remote, robin: TestApplicant, file: Upload, tally: Tally): Promise<void> {
  const answer = await send(remote, robin, file);
  const { code, message, records } = answer.json();
  if (file.refusal) {
    const words = texts.refusals[file.refusal as keyof typeof texts.refusals];
    const isRight = code === file.refusal && message === words && answer.statusCode >= 400 && answer.statusCode < 500;
    return count(tally, !isRight && `${file.what}: ${answer.statusCode} ${code} '${message}', not ${file.refusal}`);
  }
  if (answer.statusCode !== 200)
    return count(tally, `${file.what}: ${answer.statusCode} ${code}, not stored as ${file.as}`);
  for (const problem of await findServingProblems(remote, robin, file, records))
    tally.failures.push(`${file.what}: ${problem}`);
  count(tally);
}

/** Returns what's wrong with how a stored file is served. */
async function findServingProblems(remote: Remote, robin: TestApplicant, { as }: Upload, { id }: { id: number }) {
  const { url } = expectRecords(await read(remote, robin, `/api/applicant/ticket/${id}`));
  const { headers, rawPayload } = await remote.app.inject({ url: String(url) });
  const disposition = String(headers['content-disposition']);
  const wanted: Record<string, unknown> = {
    'content-type': as,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  };
  const extension = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg' }[as ?? ''] ?? as?.split('/')[1];
  const isNamed = new RegExp(`^inline; filename\\*=UTF-8''[\\w%.!~*'()-]{1,1200}\\.${extension}$`).test(disposition);
  return [
    ...Object.entries(wanted)
      .filter(([name, value]) => headers[name] !== value)
      .map(([name, value]) => `${name} is ${headers[name]}, not ${value}`),
    ...(isNamed && !/%0[0da]|%2F|%5C|%E2%80%AE/i.test(disposition) ? [] : [`content-disposition is ${disposition}`]),
    ...(as?.startsWith('image/') ? await hiddenIn(rawPayload) : []),
    ...(as === 'application/pdf' && rawPayload.indexOf('%PDF-') !== 0 ? ['the text before the PDF is stored'] : []),
  ];
}

async function hiddenIn(picture: Buffer): Promise<string[]> {
  const { exif, xmp, comments } = await sharp(picture).metadata();
  const text = picture.toString('latin1');
  return [
    ...(exif || xmp || comments?.length ? ['EXIF, XMP or a comment is left'] : []),
    ...['<script', '<?php', 'PK\u0003\u0004', '%PDF', 'taken at home']
      .filter((word) => text.includes(word))
      .map((word) => `'${word}' is left`),
  ];
}

function send(remote: Remote, robin: TestApplicant, { name, content, type = 2, source = 0 }: Upload) {
  const fields = { trn_id: robin.trn, document_id: String(type), source_id: String(source) };
  const url = type === 15 ? '/api/secondary/proof' : '/api/applicant/document';
  return postMultipart(remote, robin, url, multipartBody({ fields, name, content }));
}

/** Sends `times` requests one after another. Returns the milliseconds that each one took. */
async function probe(address: string, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      get(`${address}/api/users/states`, (answer) => answer.resume().once('end', resolve)).once('error', reject);
    });
    taken.push(performance.now() - started);
  }
  return taken;
}

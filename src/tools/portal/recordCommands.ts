import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { messages } from '../../messages/serverMessages';
import { isRecord, keysOf } from '../../model/answers/paths';
import { fillText } from '../../model/messages/fillText';
import { type Manifest, signManifest } from '../../server/applications/exportApplication';
import { sha256 } from '../../server/applications/record/auditRepository';
import { checkChains, checkRecord } from '../../server/applications/record/checkRecord';
import { readDocumentBody } from '../../server/applications/record/describeRecord';
import { loadFormsVersion } from '../../server/forms/formsVersion';
import { createFiles } from '../../server/platform/files/files';
import { type Command, CommandError, type ParsedArguments, type Portal } from './command';

export const recordCommands: Record<string, Command> = {
  verify: { about: messages('verify').about, places: ['file'], run: verify },
};

/**
 * Compares a signed PDF with the stored application and the audit log, or an exported folder with its manifest.
 * @throws CommandError if anything differs
 */
async function verify(portal: Portal, { file = '' }: ParsedArguments): Promise<void> {
  const texts = messages('verify');
  const folder = path.resolve(portal.cwd, file);
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return verifyExport(portal, file, folder);
  const content = await readFile(path.resolve(portal.cwd, file)).catch((cause: Error) => {
    throw new CommandError(fillText(texts.noFile, { file, reason: cause.message }));
  });
  const digest = sha256(content);
  const made = await portal.stores.audit.findDocument(digest);
  if (!made) throw new CommandError(await explainUnknown(portal, content, digest));
  portal.print(fillText(texts.file, { file, seq: made.seq, at: made.at.toISOString() }));
  const isRecordWhole = await printParts(portal, made.trn);
  if (!(await printAuditLog(portal)) || !isRecordWhole) throw new CommandError(texts.broken);
}

/** Checks the manifest's signature, and that the folder has exactly the listed files, unchanged. */
async function verifyExport(portal: Portal, file: string, folder: string): Promise<void> {
  const texts = messages('verify');
  const manifest = await readManifest(folder);
  if (!manifest) throw new CommandError(fillText(texts.manifest.none, { file }));
  const { seal, ...open } = manifest;
  if ((await signManifest(portal, open)) !== seal) throw new CommandError(fillText(texts.manifest.forged, { file }));
  portal.print(fillText(texts.manifest.seal, { file, at: open.exported_at, number: open.application }));
  let isWhole = true;
  for (const one of open.files) {
    const content = await readFile(path.join(folder, one.name)).catch(() => undefined);
    const state = content ? (sha256(content) === one.sha256 ? 'unchanged' : 'changed') : 'gone';
    portal.print(fillText(texts.manifest.file, { name: one.name, state: texts.files[state] }));
    isWhole &&= state === 'unchanged';
  }
  for (const name of await findUnlisted(folder, open.files)) {
    portal.print(fillText(texts.manifest.extra, { name }));
    isWhole = false;
  }
  if (!isWhole) throw new CommandError(texts.broken);
  portal.print(fillText(texts.manifest.whole, { count: open.files.length }));
}

async function findUnlisted(folder: string, files: Manifest['files']): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = found
    .filter((one) => !one.isDirectory())
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)).split(path.sep).join('/'));
  return names.filter((name) => name !== 'manifest.json' && !files.some((one) => one.name === name));
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => '');
  try {
    const read: unknown = JSON.parse(text);
    return isManifest(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** True for a manifest. Checks only a few members, because the signature proves the rest. */
function isManifest(read: unknown): read is Manifest {
  if (!isRecord(read) || !Array.isArray(read.files) || !read.files.every(isRecord)) return false;
  return typeof read.subscriber === 'string';
}

async function printParts(portal: Portal, trn: string): Promise<boolean> {
  const texts = messages('verify');
  const check = messages('record-check');
  if (!(await portal.stores.applications.find(trn))) {
    portal.print(texts.erased);
    return true;
  }
  const found = await checkRecord(await needsOf(portal), trn);
  if (!found) return false;
  for (const part of keysOf(found.parts)) {
    const state = found.parts[part] ? check.good : check.bad.toUpperCase();
    portal.print(fillText(texts.part, { part: check.parts[part], state }));
  }
  const { application, signed_at: at = '' } = found.body ?? {};
  for (const { name, state } of found.files)
    portal.print(fillText(texts.handedIn, { name, state: texts.files[state] }));
  if (found.isWhole) portal.print(fillText(texts.whole, { ...application, at }));
  return found.isWhole;
}

async function printAuditLog({ stores, print }: Portal): Promise<boolean> {
  const texts = messages('verify');
  const { count, brokenAt: seq } = await checkChains(stores.audit);
  print(seq === undefined ? fillText(texts.chain, { count }) : fillText(texts.chainBroken, { seq }));
  return seq === undefined;
}

async function explainUnknown({ stores }: Portal, content: Buffer, digest: string): Promise<string> {
  const texts = messages('verify');
  const unknown = fillText(texts.unknown, { digest });
  const [, redacted] = /redacted (\w{1,40}) [0-9a-f]{64}/.exec(content.toString('latin1')) ?? [];
  if (redacted) return fillText(texts.redacted, { number: redacted });
  const [, number, hash] = /record (\w{1,40}) ([0-9a-f]{64})/.exec(content.toString('latin1')) ?? [];
  if (!number || !hash) return unknown;
  const original = await stores.audit.findDocumentByRecord(hash);
  if (!original) return unknown;
  return `${unknown} ${fillText(texts.claims, { number, digest: readDocumentBody(original).digest })}`;
}

async function needsOf({ db, stores, keyring, config }: Portal): Promise<Parameters<typeof checkRecord>[0]> {
  return {
    db,
    stores,
    keyring,
    files: createFiles(config),
    forms: await loadFormsVersion(),
  };
}

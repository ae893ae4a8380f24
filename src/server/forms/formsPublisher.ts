import { type Migration, resealedPlaces } from '../../model/answers/migrations';
import { createStore } from '../../model/createStore';
import { toIsoDate } from '../../model/format/dates';
import type { FileChanges } from '../../model/studio/roles';
import type { SchemaFiles, SubscriberSettings } from '../../model/types';
import type { LintIssue } from '../../schema-tools/lint/lintSchemas';
import type { Clock } from '../platform/db/memory';
import type { Blocker } from './blockers';
import { describeVersion, type FormerVersions, readFormerVersions } from './formerVersions';
import type { FormRepository } from './formRepository';
import { createFormsVersion, type FormsVersion } from './formsVersion';
import { addNewFolders, fillRequired, type Program } from './program';
import { readFileState, readSchemaTexts } from './readSchemas';
import { applyChanges, hashTexts, pickDecidingFiles, RejectedForms, replaceServerFiles } from './schemaFiles';
import { createBlockerFinder, REQUEST_MS } from './schemaWorker';

export interface ValidationOptions {
  settingsByOwner?: Record<string, SubscriberSettings>;
  isRestore?: boolean;
}

export interface ValidatedChanges {
  texts: Record<string, string>;
  textsHash: string;
  blockers: Blocker[];
}

export interface FormsPublisher {
  getActive(): FormsVersion;
  getFormer(): FormerVersions;
  getBlockers(): readonly LintIssue[];
  /** Number of the newest published version when the active files were read. */
  getActiveNumber(): number;
  /** State of the files before they were first read (`readFileState`). */
  readonly initialFileState: string;
  /** Reloads the files. If they have blockers, keeps the active version and throws `RejectedForms`. */
  reload(): Promise<void>;
  /** Validates without activating. A null change restores the file from the schema folder. */
  validateChanges(changes: FileChanges, options?: ValidationOptions): Promise<ValidatedChanges>;
  /** Reads the files in the schema folder, without published changes. */
  readFolder(): Promise<Record<string, string>>;
  /** Calls `listener` after each reload, even if the forms were rejected. Returns an unsubscribe function. */
  onReload(listener: () => void): () => void;
}

export async function createFormsPublisher(
  store: FormRepository,
  clock: Clock,
  folder: string | undefined,
  program: Program,
): Promise<FormsPublisher> {
  const reloads = createStore(undefined);
  const findBlockers = createBlockerFinder(store);
  let blockers: readonly LintIssue[] = [];
  let requiredFiles: SchemaFiles | undefined;
  let activeNumber = 0;
  const initialFileState = await readFileState(folder);
  let former = await readFormerVersions(store);
  let active = await withRedirects(await loadFirst());
  replaceServerFiles(active.files);
  let reloading: Promise<unknown> = Promise.resolve();

  /**
   * Validates files that changed while no process was running. Files that were active before aren't validated again, so
   * that an older release can be restored.
   */
  async function loadFirst(): Promise<FormsVersion> {
    const base = await readSchemaTexts(folder);
    const { files, liveNumber } = await store.findPublished();
    activeNumber = liveNumber;
    const texts = applyChanges(base, files);
    const last = await store.findLastTexts(hashTexts(texts));
    const before = last.wasActive ? undefined : parseIfValid(last.texts);
    if (!before) return loadPublished(base, files);
    if (last.program !== program.name) requiredFiles = program.requiredFiles();
    blockers = await validate(texts, before);
    if (blockers.length === 0) return activate(texts);
    return (requiredFiles && parseIfValid(fillRequired(addNewFolders(before.texts, texts), requiredFiles))) || before;
  }

  /** If this release can't load the published version, the server starts with the files in the schema folder. */
  async function loadPublished(base: Record<string, string>, files: FileChanges): Promise<FormsVersion> {
    if (Object.keys(files).length === 0) return activate(base);
    try {
      return await activate(applyChanges(base, files));
    } catch (error) {
      blockers = [{ code: 'not-loaded', file: Object.keys(files).join(', '), path: '', line: 1, fix: String(error) }];
      return activate(base);
    }
  }

  async function reloadNow(): Promise<void> {
    const { files, validatedHash, liveNumber } = await store.findPublished();
    const texts = applyChanges(await readSchemaTexts(folder), files);
    blockers = hashTexts(texts) === validatedHash ? [] : await validate(texts, active);
    if (blockers.length === 0) {
      active = await withRedirects(await activate(texts));
      replaceServerFiles(active.files);
      activeNumber = liveNumber;
    }
    reloads.set(undefined);
    if (blockers.length) throw new RejectedForms(blockers);
  }

  async function activate(texts: Record<string, string>): Promise<FormsVersion> {
    const version = createFormsVersion(texts);
    const { schemaVersion, files, catalog, textsHash, migrations } = version;
    await store.storeVersion(schemaVersion, pickDecidingFiles(files), describeVersion(files, catalog));
    await store.storeTexts(textsHash, texts, program.name, clock());
    await store.enqueueReseal(
      migrations.filter(isResealing).map(({ name }) => name),
      clock(),
    );
    return version;
  }

  async function withRedirects(version: FormsVersion): Promise<FormsVersion> {
    former = await readFormerVersions(store);
    const flow = version.files['flows/application.json'];
    const redirects = flow ? former.redirects(flow) : {};
    if (flow && Object.keys(redirects).length > 0) flow.redirects = redirects;
    return version;
  }

  async function validate(
    texts: Record<string, string>,
    before: FormsVersion,
    { settingsByOwner, isRestore = false }: ValidationOptions = {},
    maxMs?: number,
  ): Promise<Blocker[]> {
    const textsHash = hashTexts(texts);
    if (textsHash === before.textsHash && !settingsByOwner) return [];
    const candidate = {
      texts,
      before: before.texts,
      requiredFiles,
      isRestore: isRestore || (!settingsByOwner && (await store.wasActive(textsHash))),
      protectedBefore: former.protected,
      settingsByOwner: { ...(await store.listSubscriberSettings()), ...settingsByOwner },
      newSettings: settingsByOwner,
      today: toIsoDate(clock()),
    };
    return findBlockers(candidate, maxMs);
  }

  return {
    getActive: () => active,
    getFormer: () => former,
    getBlockers: () => blockers,
    getActiveNumber: () => activeNumber,
    initialFileState,
    reload() {
      // Only one reload runs at a time, so an older read can't replace a newer one.
      const next = reloading.then(reloadNow);
      reloading = next.catch(() => undefined);
      return next;
    },
    async validateChanges(changes, options) {
      const { files } = await store.findPublished();
      const texts = applyChanges(await readSchemaTexts(folder), { ...files, ...changes });
      return { texts, textsHash: hashTexts(texts), blockers: await validate(texts, active, options, REQUEST_MS) };
    },
    readFolder: () => readSchemaTexts(folder),
    onReload: reloads.subscribe,
  };
}

const isResealing = (migration: Migration) => resealedPlaces([migration]).length > 0;

function parseIfValid(texts: Record<string, string> | undefined): FormsVersion | undefined {
  try {
    return texts && createFormsVersion(texts);
  } catch {
    return undefined;
  }
}

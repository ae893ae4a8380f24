import type pg from 'pg';
import type { PublishBody, VersionChange } from '../../../contract/studio';
import { messages } from '../../../messages/serverMessages';
import { fillText } from '../../../model/messages/fillText';
import { type FileChanges, SETTINGS_FILE } from '../../../model/studio/roles';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import type { Blocker } from '../../forms/blockers';
import { findLiveNumber, findPublished } from '../../forms/publishedRepository';
import { transaction } from '../../platform/db/transaction';
import { Refusal } from '../../platform/http/errors';
import { enqueue } from '../../platform/jobs/jobRepository';
import { countAffected } from './countAffected';
import type { StudioAccess } from './studioAccess';
import { createRejection, refuse } from './studioErrors';
import { saveSettings } from './subscriberRepository';
import { readSettings, readStoredSettings, toSampleConfig, toSubscriberSettings } from './subscriberVersion';
import { logAction } from './versionActionRepository';
import { addVersion, endVersion, findConflict, findVersion, setLive, type VersionRow } from './versionRepository';

/** An attempt fails if another version takes the number. */
const MAX_ATTEMPTS = 3;

type Author = Pick<StudioAccess, 'id' | 'author'>;

export async function validateChange(
  deps: Pick<ApplicationDeps, 'forms' | 'db'>,
  { subscriber, changes }: VersionChange,
  isRestore = false,
) {
  if (subscriber === null) return deps.forms.validateChanges(changes, { isRestore });
  const { settings } = readSettings(changes);
  await readStoredSettings(deps.db, subscriber);
  const places = await deps.forms.listPlaces(subscriber);
  const settingsByOwner = { [`subscriber ${subscriber}`]: toSubscriberSettings(settings) };
  return deps.forms.validateChanges(toSampleConfig(subscriber, settings, deps.forms.files, places), {
    settingsByOwner,
    isRestore,
  });
}

/**
 * Saves a draft, schedules a version or publishes it. Throws `staleForms` or `heldBack`. For a subscriber's settings,
 * also throws `badRequest` or `notFound`.
 */
export async function saveVersion(
  deps: Pick<ApplicationDeps, 'clock' | 'db' | 'forms'>,
  { when, head, note, ...change }: PublishBody,
  by: Author,
): Promise<VersionRow> {
  const normalized = normalizeChange(change);
  if (when === 'draft') return saveUnpublished(deps, { ...normalized, note, head }, by);
  if (when === 'now') return publish(deps, normalized, { note, by, head });
  await assertNoConflict(deps, normalized, head);
  assertNoBlockers((await validateChange(deps, normalized)).blockers);
  return saveUnpublished(deps, { ...normalized, note, head, due: new Date(when) }, by);
}

interface UndoOptions {
  by: Author;
  /** True to publish even if stored answers don't fit. */
  isAnyway: boolean;
}

/**
 * Publishes the files that a version replaced. Throws `notFound`, `laterVersion`, `staleForms`, `answersStored` or
 * `heldBack`.
 */
export async function undoVersion(
  deps: Pick<ApplicationDeps, 'db' | 'forms' | 'clock'>,
  version: VersionRow,
  { by, isAnyway }: UndoOptions,
): Promise<VersionRow> {
  const { subscriber_id: subscriber, files, replaced } = version;
  if (version.state !== 'live' || !replaced) throw refuse('notFound');
  const names = Object.keys(files);
  // Read before the files, so that `publish` finds conflicts with versions published in the meantime.
  const head = await findLiveNumber(deps.db);
  const current = await readLiveTexts(deps.db, subscriber, names);
  if (names.length === 0 || names.some((file) => current[file] !== files[file])) throw refuse('laterVersion');
  const changes = Object.fromEntries(names.map((file) => [file, replaced[file] ?? null]));
  const note = fillText(messages('studio').undoNote, { number: String(version.live_no) });
  return publish(deps, { subscriber, changes }, { note, by, undoes: version.id, isAnyway, head });
}

async function assertAnswersFit(
  deps: Pick<ApplicationDeps, 'db' | 'forms'>,
  change: VersionChange,
  texts: Record<string, string>,
): Promise<void> {
  const rows = (await countAffected(deps, change, texts)) ?? [];
  const count = rows.reduce((sum, { affected }) => sum + affected, 0);
  if (count > 0) throw refuse('answersStored', { values: { count } });
}

/** Publishes a scheduled version when it's due, or rejects it with the reason. */
export async function publishDue(deps: Pick<ApplicationDeps, 'db' | 'clock' | 'forms'>, id: string): Promise<void> {
  const version = await findVersion(deps.db, id);
  if (version?.state !== 'scheduled' || !version.due_at) return;
  const seconds = (version.due_at.getTime() - deps.clock().getTime()) / 1000;
  if (seconds > 0) return enqueueDue(deps.db, id, seconds);
  const by = { id: null, author: version.author };
  try {
    const change = { subscriber: version.subscriber_id, changes: version.files };
    await publish(deps, change, { by, scheduled: version, head: version.base_no, note: version.note });
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    const findings = readBlockers(cause);
    // The version may have been withdrawn in the meantime.
    if (await endVersion(deps.db, id, 'refused', findings))
      await logAction(deps.db, deps.clock(), { kind: 'refused', by, version: id, detail: cause.message });
  }
}

/** Jobs can't wait longer than about two hours, so versions that are due later are queued again every hour. */
const MAX_DELAY_SECONDS = 3600;

function enqueueDue(db: pg.Pool | pg.PoolClient, id: string, seconds: number): Promise<void> {
  return enqueue(db, 'studio-publish', { id }, Math.ceil(Math.min(Math.max(seconds, 0), MAX_DELAY_SECONDS)));
}

function normalizeChange({ subscriber, changes }: VersionChange): VersionChange {
  return subscriber === null
    ? { subscriber, changes }
    : { subscriber, changes: { [SETTINGS_FILE]: readSettings(changes).text } };
}

async function assertNoConflict(
  deps: Pick<ApplicationDeps, 'db'>,
  { subscriber, changes }: VersionChange,
  head: number,
): Promise<void> {
  if (await findConflict(deps.db, { subscriber, files: Object.keys(changes), head })) throw refuse('staleForms');
}

/** Throws `heldBack` if there are blockers. */
export function assertNoBlockers(findings: Blocker[]): void {
  if (findings.length) throw createRejection(findings);
}

function readBlockers({ extra, message }: Refusal): Blocker[] {
  // Only `heldBack` has findings.
  const { findings } = Object(extra.records) as { findings?: Blocker[] };
  return findings ?? [{ code: 'stale', file: '', path: '', line: 1, fix: message }];
}

interface UnpublishedVersion extends VersionChange {
  note: string;
  head: number;
  due?: Date;
}

async function saveUnpublished(
  deps: Pick<ApplicationDeps, 'clock' | 'db'>,
  { subscriber, changes, note, head, due }: UnpublishedVersion,
  by: Author,
): Promise<VersionRow> {
  const now = deps.clock();
  return transaction(deps.db, async (db) => {
    const row = await addVersion(db, {
      ...{ subscriber_id: subscriber, state: due ? 'scheduled' : 'draft', files: changes, note, base_no: head },
      ...{ person_id: by.id, author: by.author, saved_at: now, due_at: due ?? null },
    });
    if (!row) throw refuse('staleForms');
    await logAction(db, now, { kind: due ? 'schedule' : 'draft', by, version: row.id, detail: note });
    if (due) await enqueueDue(db, row.id, (due.getTime() - now.getTime()) / 1000);
    return row;
  });
}

interface PublishOptions {
  note: string;
  by: Author;
  head: number;
  undoes?: string;
  isAnyway?: boolean;
  scheduled?: VersionRow;
}

async function publish(
  deps: Pick<ApplicationDeps, 'db' | 'forms' | 'clock'>,
  change: VersionChange,
  options: PublishOptions,
): Promise<VersionRow> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const head = await findLiveNumber(deps.db);
    // Checked after the number is read. If another version is published after this check, it takes the next number, and
    // this attempt fails.
    await assertNoConflict(deps, change, options.head);
    const isUndo = options.undoes !== undefined;
    const { blockers: findings, texts, textsHash } = await validateChange(deps, change, isUndo);
    if (isUndo && !options.isAnyway) await assertAnswersFit(deps, change, texts);
    assertNoBlockers(findings);
    const row = await transaction(deps.db, (db) =>
      writeLive(deps, db, change, options, { live_no: head + 1, textsHash }),
    );
    if (!row) continue;
    await deps.forms.reload();
    return row;
  }
  throw refuse('staleForms');
}

async function writeLive(
  { clock }: Pick<ApplicationDeps, 'clock'>,
  db: pg.PoolClient,
  { subscriber, changes }: VersionChange,
  { note, by, head, undoes, scheduled }: PublishOptions,
  { live_no, textsHash }: { live_no: number; textsHash: string },
): Promise<VersionRow | undefined> {
  const replaced = await readLiveTexts(db, subscriber, Object.keys(changes));
  const live = { live_no, live_at: clock(), replaced, texts_hash: textsHash };
  const row = scheduled
    ? await setLive(db, scheduled.id, live)
    : await addVersion(db, {
        ...{ subscriber_id: subscriber, state: 'live', files: changes, note, base_no: head, saved_at: live.live_at },
        ...{ person_id: by.id, author: by.author, undoes: undoes ?? null, ...live },
      });
  if (!row) return undefined;
  if (subscriber !== null) await saveSettings(db, subscriber, readSettings(changes).settings);
  await logAction(db, live.live_at, { kind: undoes ? 'undo' : 'publish', by, version: row.id, detail: note });
  return row;
}

/** Null for files that no published version changed. */
async function readLiveTexts(
  db: pg.Pool | pg.PoolClient,
  subscriber: string | null,
  names: string[],
): Promise<FileChanges> {
  if (subscriber !== null) return { [SETTINGS_FILE]: await readStoredSettings(db, subscriber) };
  const { files } = await findPublished(db);
  return Object.fromEntries(names.map((name) => [name, files[name] ?? null]));
}

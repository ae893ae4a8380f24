import type pg from 'pg';
import texts from '../../../schemas/texts/studio.json';
import type { PublishBody } from '../../contract/studio';
import { fillText } from '../../model/fillText';
import { type FileChanges, SETTINGS_FILE } from '../../model/studio';
import { transaction } from '../db/transaction';
import type { Deps } from '../deps';
import type { Hindrance } from '../forms/intake';
import { findPublished } from '../forms/schemaFiles';
import { Refusal, refuse } from '../http/errors';
import { enqueue } from '../jobs/jobs';
import { noteAct } from './acts';
import type { StudioAccess } from './studioAccess';
import { asSample, keepSettings, overlayOf, readSettings, storedSettings } from './subscriberVersion';
import { addVersion, endVersion, findRival, findVersion, setLive, type VersionRow } from './versionStore';

/** Who published between the gate and the row is rare; somebody who publishes all the time does not keep others out. */
const TRIES = 3;

type By = Pick<StudioAccess, 'id' | 'author'>;
/** A change for one subscriber, or for all. */
export type Wanted = Pick<PublishBody, 'subscriber' | 'changes'>;

/** What holds a change back, and what becomes of it where nothing does. */
export async function judgeChange(deps: Deps, { subscriber, changes }: Wanted) {
  if (subscriber === null) return deps.forms.tryOut(changes);
  const { settings } = readSettings(changes);
  await storedSettings(deps.db, subscriber);
  return deps.forms.tryOut(asSample(subscriber, settings, deps.forms.files), {
    [`subscriber ${subscriber}`]: overlayOf(settings),
  });
}

/**
 * Keeps a draft, schedules a version, or puts it live once it has passed the gate. Throws `staleForms` when a version after `head` changed
 * the same files, and `heldBack` with the findings.
 */
export async function saveVersion(
  deps: Deps,
  { when, head, note, ...wanted }: PublishBody,
  by: By,
): Promise<VersionRow> {
  const normal = normalised(wanted);
  if (when === 'draft') return keepAside(deps, { ...normal, note, head }, by);
  if (when === 'now') return goLive(deps, normal, { note, by, head });
  await refuseRivals(deps, normal, head);
  refuseFindings((await judgeChange(deps, normal)).findings);
  return keepAside(deps, { ...normal, note, head, due: new Date(when) }, by);
}

/** Publishes what was live before a version. Throws `laterVersion` when its files are others by now, and `heldBack`. */
export async function undoVersion(deps: Deps, version: VersionRow, by: By): Promise<VersionRow> {
  const { subscriber_id: subscriber, files, replaced } = version;
  if (version.state !== 'live' || !replaced) throw refuse('notFound');
  // Answers may have gone through a migration already: what says so stays.
  const names = Object.keys(files).filter((file) => !file.startsWith('migrations/'));
  const now = await liveTexts(deps.db, subscriber, names);
  if (names.length === 0 || names.some((file) => now[file] !== files[file])) throw refuse('laterVersion');
  const changes = Object.fromEntries(names.map((file) => [file, replaced[file] ?? null]));
  const note = fillText(texts.undoNote, { number: String(version.live_no) });
  return goLive(deps, { subscriber, changes }, { note, by, undoes: version.id, head: version.live_no ?? 0 });
}

/** The job of a scheduled version: puts it live when its time has come, or refuses it with the reason. */
export async function publishDue(deps: Deps, id: string): Promise<void> {
  const version = await findVersion(deps.db, id);
  if (version?.state !== 'scheduled' || !version.due_at) return;
  const seconds = (version.due_at.getTime() - deps.clock().getTime()) / 1000;
  if (seconds > 0) return enqueueDue(deps.db, id, seconds);
  const by = { id: null, author: version.author };
  try {
    const wanted = { subscriber: version.subscriber_id, changes: version.files };
    await goLive(deps, wanted, { by, scheduled: version, head: version.base_no, note: version.note });
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    const findings = findingsOf(cause);
    await endVersion(deps.db, id, 'refused', findings);
    await noteAct(deps.db, deps.clock(), { kind: 'refused', by, version: id, detail: cause.message });
  }
}

/** A job waits two hours at most (jobs.ts), so a later one is asked again. */
const LONGEST_WAIT = 3600;

function enqueueDue(db: pg.Pool | pg.PoolClient, id: string, seconds: number): Promise<void> {
  return enqueue(db, 'studio-publish', { id }, Math.ceil(Math.min(Math.max(seconds, 0), LONGEST_WAIT)));
}

function normalised({ subscriber, changes }: Wanted): Wanted {
  return subscriber === null
    ? { subscriber, changes }
    : { subscriber, changes: { [SETTINGS_FILE]: readSettings(changes).text } };
}

async function refuseRivals(deps: Deps, { subscriber, changes }: Wanted, head: number): Promise<void> {
  if (await findRival(deps.db, { subscriber, files: Object.keys(changes), head })) throw refuse('staleForms');
}

/** Throws `heldBack` where there is a finding. */
export function refuseFindings(findings: Hindrance[]): void {
  if (findings.length) throw heldBack(findings);
}

/** The refusal of a change that must not go live as it is. */
export function heldBack(findings: Hindrance[]): Refusal {
  return refuse('heldBack', { values: { count: findings.length }, records: { findings } });
}

function findingsOf({ extra, message }: Refusal): Hindrance[] {
  // Only heldBack, above, has findings.
  const { findings } = Object(extra.records) as { findings?: Hindrance[] };
  return findings ?? [{ code: 'stale', file: '', path: '', line: 1, mend: message }];
}

interface Saving extends Wanted {
  note: string;
  head: number;
  due?: Date;
}

async function keepAside(deps: Deps, { subscriber, changes, note, head, due }: Saving, by: By): Promise<VersionRow> {
  const now = deps.clock();
  return transaction(deps.db, async (db) => {
    const row = await addVersion(db, {
      ...{ subscriber_id: subscriber, state: due ? 'scheduled' : 'draft', files: changes, note, base_no: head },
      ...{ person_id: by.id, author: by.author, saved_at: now, due_at: due ?? null },
    });
    if (!row) throw refuse('staleForms');
    await noteAct(db, now, { kind: due ? 'schedule' : 'draft', by, version: row.id, detail: note });
    if (due) await enqueueDue(db, row.id, (due.getTime() - now.getTime()) / 1000);
    return row;
  });
}

interface Going {
  note: string;
  by: By;
  head: number;
  undoes?: string;
  /** The row that waited for its time. */
  scheduled?: VersionRow;
}

async function goLive(deps: Deps, wanted: Wanted, going: Going): Promise<VersionRow> {
  for (let turn = 0; turn < TRIES; turn++) {
    const { head } = await findPublished(deps.db);
    // After the number was read: who published before that is seen here, who publishes later takes the number.
    await refuseRivals(deps, wanted, going.head);
    const { findings, textsHash } = await judgeChange(deps, wanted);
    refuseFindings(findings);
    const row = await transaction(deps.db, (db) => putLive(deps, db, wanted, going, { live_no: head + 1, textsHash }));
    if (!row) continue;
    await deps.forms.reload();
    return row;
  }
  throw refuse('staleForms');
}

async function putLive(
  { clock }: Deps,
  db: pg.PoolClient,
  { subscriber, changes }: Wanted,
  { note, by, head, undoes, scheduled }: Going,
  { live_no, textsHash }: { live_no: number; textsHash: string },
): Promise<VersionRow | undefined> {
  const replaced = await liveTexts(db, subscriber, Object.keys(changes));
  const live = { live_no, live_at: clock(), replaced, texts_hash: textsHash };
  const row = scheduled
    ? await setLive(db, scheduled.id, live)
    : await addVersion(db, {
        ...{ subscriber_id: subscriber, state: 'live', files: changes, note, base_no: head, saved_at: live.live_at },
        ...{ person_id: by.id, author: by.author, undoes: undoes ?? null, ...live },
      });
  if (!row) return undefined;
  if (subscriber !== null) await keepSettings(db, subscriber, readSettings(changes).settings);
  await noteAct(db, live.live_at, { kind: undoes ? 'undo' : 'publish', by, version: row.id, detail: note });
  return row;
}

/** The texts of versions that are live of these files; null where it is the file of schemas/. */
async function liveTexts(
  db: pg.Pool | pg.PoolClient,
  subscriber: string | null,
  names: string[],
): Promise<FileChanges> {
  if (subscriber !== null) return { [SETTINGS_FILE]: await storedSettings(db, subscriber) };
  const { files } = await findPublished(db);
  return Object.fromEntries(names.map((name) => [name, files[name] ?? null]));
}

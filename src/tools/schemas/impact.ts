import path from 'node:path';
import { createKeyring, dataKeys } from '../../server/crypto/keyStore';
import { readSchemaFiles } from '../../server/forms/schemaFiles';
import { type Impact, measureImpact } from './measureImpact';
import { readOption } from './readOption';
import { withDatabase } from './withDatabase';

/** `impact [--old <folder>]`: prints what the present files do to what is stored; 1 when something breaks without a migration. */
export async function impact(args: string[]): Promise<number> {
  const { value: folder } = readOption(args, '--old');
  const [files, old] = await Promise.all([
    readSchemaFiles(),
    folder ? readSchemaFiles(path.resolve(folder)) : undefined,
  ]);
  const found = await withDatabase(({ db, config }) =>
    measureImpact({
      db,
      keyring: createKeyring(db, dataKeys(config)),
      files,
      old,
      today: new Date().toISOString().slice(0, 10),
    }),
  );
  for (const line of impactLines(found)) console.log(line);
  return isBreaking(found) ? 1 : 0;
}

/** True when answers are lost, or questions changed, and no migration says what becomes of them. */
export function isBreaking({ breaking, lost }: Impact): boolean {
  return breaking.length > 0 || Object.keys(lost).length > 0;
}

/** The report: counts, never an answer or a name. */
export function impactLines({ compared, unknown, stops, lost, unreadable, sentBack, breaking }: Impact): string[] {
  const list = (title: string, counts: Record<string, number>) => {
    const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
    return entries.length ? [title, ...entries.map(([name, count]) => `  ${count} × ${name}`)] : [];
  };
  return [
    `${compared} stored sections of other schema versions compared${unknown ? `, ${unknown} of a version nobody kept (name a folder with --old)` : ''}`,
    ...list('stops being right:', stops),
    ...list('lost:', lost),
    ...list('cannot be opened, and count as not answered:', unreadable),
    ...list('complete steps sent back:', sentBack),
    ...(breaking.length ? ['breaking, and no migration speaks of it:'] : []),
    ...breaking.map(({ section, field, change }) => `  ${section}${field && `: ${field}`} ${change}`),
    ...(breaking.length
      ? ['Write schemas/migrations/<number>-<name>.json (docs/schemas.md, Impact and migrations).']
      : []),
  ];
}

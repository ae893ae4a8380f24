import handEdits from '../../edits/hand-edits.json' with { type: 'json' };
import { type EditRow, rows } from './rows';
import { type UndoRow, undoRows } from './undoRows';

/** Returns docs/edits.md, made from the tested rows. */
export function editsPage(): string {
  const { right, wrong } = handEdits;
  const count = rows.length + undoRows.length + right.length + wrong.length;
  const groups = [...new Set(rows.map(({ group }) => group))];
  return `# What happens after an edit

All ${count} edits on this page are tested. \`tests/schemas/edits/edits.test.ts\` tests each of the first ${rows.length + undoRows.length} edits separately. For the edits in the sections above "Undo", an applicant first saves a step and types an address. If the table says that the answers stay, the test makes the edit in the files of a running server. Then it reads the answers again. The test also writes this page: after you change a row, run \`npx vitest run tests/schemas/edits -u\`.

${groups.map((group) => `## ${TITLES[group]}\n\n${table(rows.filter((one) => one.group === group).map(line))}`).join('\n\n')}

## Undo

These changes are undone in the Studio with *Undo*. If a row is about answers, an applicant typed them after the change was published.

${table(undoRows.map(undoLine))}

## Edits in sequence

\`tests/server/forms/edits.test.ts\` makes these ${right.length + wrong.length} edits one after the other, while an applicant has the form open ([studio.md](studio.md#twenty-four-edits)).

${table([
  ...right.map(({ what }) => [what, 'live', 'the typed answers stay'] as const),
  ...wrong.map(({ what, code }) => [what, 'rejected', `\`${code}\``] as const),
])}
`;
}

const TITLES: Record<EditRow['group'], string> = {
  fields: 'Questions',
  limits: 'Limits, options and messages',
  flows: 'Steps and sections',
  languages: 'Languages',
  protection: 'Protection',
  office: 'Office, checks and retention',
  files: 'Files',
};

type Line = readonly [what: string, outcome: string, seen: string];

function line({ what, code, fix, warns, keeps }: EditRow): Line {
  if (code) return [what, 'rejected', `\`${code}\`${fix ? `: “…${fix}…”` : ''}`];
  const seen = [...(warns ? [`\`${warns}\``] : []), ...(keeps ? ['the answers stay'] : [])];
  return [what, warns ? 'live, with a warning' : 'live', seen.join('; ')];
}

function undoLine({ what, code, seen }: UndoRow): Line {
  return [what, code ? 'rejected' : 'undone', `${code ? `\`${code}\`: ` : ''}${seen}`];
}

const table = (lines: readonly Line[]) =>
  [
    '| edit | result | what you see |',
    '| --- | --- | --- |',
    ...lines.map((cells) => `| ${cells.map(escaped).join(' | ')} |`),
  ].join('\n');

const escaped = (cell: string) => cell.replaceAll('|', '\\|');

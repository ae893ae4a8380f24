import { Box } from '@chakra-ui/react/box';
import { useChangeReport } from '../../api/studio';
import type { ChangeReport, ListedVersion, StudioSession } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { diffLines } from '../../model/studio/diffLines';
import type { FileChanges } from '../../model/studio/roles';
import { toJsonText } from '../../model/studio/sectionFile';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { useDebounced } from './draftFiles';
import { type Explanations, Findings, type Repairs } from './Findings';
import { PublishForm } from './PublishForm';
import { AffectedRows, Diff, Part, SmallHeading } from './parts';
import { CHECK_DELAY_MS } from './useProblems';

interface PublishPanelProps {
  session: StudioSession;
  subscriber: string | null;
  changes: FileChanges;
  live: Record<string, string>;
  head: number;
  explain: Explanations;
  repairs?: Repairs;
  onAdd?(changes: FileChanges): void;
  onDone(version: ListedVersion): void;
}

export function PublishPanel({
  session,
  subscriber,
  changes,
  live,
  head,
  explain,
  repairs,
  onAdd,
  onDone,
}: PublishPanelProps) {
  const messages = useMessages('studio').work;
  const debounced = useDebounced(changes, CHECK_DELAY_MS);
  const isEmpty = Object.keys(changes).length === 0;
  const isRested = debounced === changes;
  const { data, error, isLoading, isValidating } = useChangeReport(
    Object.keys(debounced).length ? { subscriber, changes: debounced } : undefined,
  );
  if (isEmpty) return <p className="rp-help">{messages.unchanged}</p>;
  const isReady = isRested && !isLoading && !isValidating && data !== undefined && !error;
  return (
    <>
      <SmallHeading>{messages.findings}</SmallHeading>
      <div aria-live="polite" aria-busy={!isReady}>
        {error && <Banner kind="error" title={error.message} isSilent />}
        {!isReady && !error && <p className="rp-help">{messages.checking}</p>}
        {isReady && data.findings.length === 0 && <ReadyToPublish />}
      </div>
      {data && !error && data.findings.length > 0 && (
        <LintIssues report={data} changes={changes} explain={explain} repairs={repairs} onAdd={onAdd} />
      )}
      {isReady && data.affected && <AffectedList affected={data.affected} />}
      {isReady && data.retention && <p>{fillText(messages.removes, data.retention)}</p>}
      {repairs && <ChangedQuestions {...repairs} />}
      <Differences changes={changes} live={live} />
      <PublishForm
        session={session}
        isClean={isReady && data.findings.length === 0}
        body={{ subscriber, changes, head }}
        onDone={onDone}
      />
    </>
  );
}

function ReadyToPublish() {
  const messages = useMessages('studio').work;
  return (
    <Box as="p" color="good" fontWeight="medium" _before={{ content: '"✓ "' }}>
      {messages.clean}
    </Box>
  );
}

interface LintIssuesProps {
  report: ChangeReport;
  changes: FileChanges;
  explain: Explanations;
  repairs: Repairs | undefined;
  onAdd?(changes: FileChanges): void;
}

function LintIssues({ report: { findings, nextMigration }, changes, explain, repairs, onAdd }: LintIssuesProps) {
  const messages = useMessages('studio').work;
  const lines = findings.flatMap(({ accept }) => (accept ? [accept] : []));
  return (
    <>
      <Findings findings={findings} explain={explain} repairs={repairs} />
      {lines.length > 0 && onAdd && (
        <Button onClick={() => onAdd(migrationsFor(lines, nextMigration, changes))}>{messages.acceptBreak}</Button>
      )}
    </>
  );
}

interface AffectedListProps {
  affected: NonNullable<ChangeReport['affected']>;
  title?: string;
}

export function AffectedList({ affected, title }: AffectedListProps) {
  const messages = useMessages('studio').work;
  return (
    <>
      <SmallHeading as="h3">{title ?? messages.affected}</SmallHeading>
      {affected.length === 0 && <p className="rp-help">{messages.nobody}</p>}
      <AffectedRows>
        {affected.map(({ section, subscriber, answered, affected: touched }) => (
          <li key={`${section} ${subscriber}`}>
            {fillText(touched ? messages.touched : messages.untouched, {
              section,
              name: subscriber,
              count: String(touched),
              all: String(answered),
            })}
          </li>
        ))}
      </AffectedRows>
    </>
  );
}

type Line = NonNullable<ChangeReport['findings'][number]['accept']>;

/** Returns a migration file for each section. If the draft already has one, adds to that file. */
function migrationsFor(lines: Line[], next: number, changes: FileChanges): FileChanges {
  const files: FileChanges = {};
  let number = next + Object.keys(changes).filter((file) => file.startsWith('migrations/')).length;
  for (const section of new Set(lines.map((one) => one.section))) {
    const known = Object.keys(changes).find((file) => file.endsWith(`-studio-${section}.json`));
    const before = known ? JSON.parse(changes[known] ?? '{}').changes : [];
    const own = lines.filter((one) => one.section === section).map(({ line }) => line);
    const file = known ?? `migrations/${String(number++).padStart(3, '0')}-studio-${section}.json`;
    const title = `Changed in the Studio: ${section}`;
    files[file] = toJsonText({
      $schema: '../meta/migration.schema.json',
      title,
      section,
      changes: [...before, ...own],
    });
  }
  return files;
}

function ChangedQuestions({ work, onOpen }: Repairs) {
  const messages = useMessages('studio').work;
  const changed = work.questions.filter(({ path }) => work.isChanged(path));
  if (changed.length === 0) return null;
  return (
    <>
      <SmallHeading as="h3">{messages.changedQuestions}</SmallHeading>
      <AffectedRows>
        {changed.map(({ path, label }) => (
          <li key={path.join('/')}>
            <Button variant="link" onClick={() => onOpen(work.section, path.join('/'))}>
              {label}
            </Button>
          </li>
        ))}
      </AffectedRows>
    </>
  );
}

function Differences({ changes, live }: Pick<PublishPanelProps, 'changes' | 'live'>) {
  const messages = useMessages('studio').work;
  return (
    <Part title={messages.differences}>
      {Object.entries(changes).map(([file, text]) => (
        <div key={file}>
          <h3>{file}</h3>
          <Diff>
            {diffLines(normalizeMessage(live[file] ?? ''), normalizeMessage(text ?? '')).map(
              ({ sign, line }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no ids.
                <span key={index} data-sign={sign}>{`${sign} ${line}\n`}</span>
              ),
            )}
          </Diff>
        </div>
      ))}
    </Part>
  );
}

function normalizeMessage(text: string): string {
  try {
    return toJsonText(JSON.parse(text));
  } catch {
    return text;
  }
}

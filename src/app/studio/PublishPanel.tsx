import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Input } from '@chakra-ui/react/input';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import texts from '../../../schemas/texts/studio.json';
import { toApiError } from '../../api/apiError';
import { saveVersion, useJudged } from '../../api/studio';
import type { Judged, ListedVersion, PublishBody, StudioSession } from '../../contract/studio';
import { diffLines } from '../../model/diffLines';
import { fillText } from '../../model/fillText';
import { asText } from '../../model/sectionFile';
import type { FileChanges } from '../../model/studio';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { announce } from '../ui/LiveRegion';
import { useRested } from './draftTexts';
import { AffectedRows, Diff, FindingRows, Part, SmallHeading } from './parts';

const said = texts.work;

interface PublishPanelProps {
  session: StudioSession;
  subscriber: string | null;
  changes: FileChanges;
  /** What is live, of the files as far as the page knows them. */
  live: Record<string, string>;
  head: number;
  /** A migration's file joins the change. */
  onAdd?(changes: FileChanges): void;
  onDone(version: ListedVersion): void;
}

/** Long enough that a word is typed to its end. */
const REST = 700;

/** What would hold a change back, what it changes, and the ways to publish it. */
export function PublishPanel({ session, subscriber, changes, live, head, onAdd, onDone }: PublishPanelProps) {
  const rested = useRested(changes, REST);
  const isEmpty = Object.keys(changes).length === 0;
  const isRested = rested === changes;
  const { data, error, isLoading, isValidating } = useJudged(
    Object.keys(rested).length ? { subscriber, changes: rested } : undefined,
  );
  if (isEmpty) return <p className="rp-help">{said.unchanged}</p>;
  const isReady = isRested && !isLoading && !isValidating && data !== undefined && !error;
  return (
    <>
      <SmallHeading>{said.findings}</SmallHeading>
      <div aria-live="polite" aria-busy={!isReady}>
        {error && <Banner kind="error" title={error.message} isSilent />}
        {!isReady && !error && <p className="rp-help">{said.checking}</p>}
        {isReady && data.findings.length === 0 && <Clean />}
      </div>
      {data && !error && data.findings.length > 0 && <Findings judged={data} changes={changes} onAdd={onAdd} />}
      {isReady && data.affected && <AffectedList affected={data.affected} />}
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

function Clean() {
  return (
    <Box as="p" color="good" fontWeight="medium" _before={{ content: '"✓ "' }}>
      {said.clean}
    </Box>
  );
}

interface FindingsProps {
  judged: Judged;
  changes: FileChanges;
  onAdd?(changes: FileChanges): void;
}

function Findings({ judged: { findings, nextMigration }, changes, onAdd }: FindingsProps) {
  const lines = findings.flatMap(({ accept }) => (accept ? [accept] : []));
  return (
    <>
      <FindingRows>
        {findings.map(({ code, file, line, path, mend }) => (
          <li key={`${code} ${file} ${path} ${mend}`}>
            <code>{code}</code> <code>{`${file}:${line}`}</code> {mend}
          </li>
        ))}
      </FindingRows>
      {lines.length > 0 && onAdd && (
        <Button onClick={() => onAdd(migrationsFor(lines, nextMigration, changes))}>{said.acceptBreak}</Button>
      )}
    </>
  );
}

/** Whose answers a change touches, in counts. */
function AffectedList({ affected }: { affected: NonNullable<Judged['affected']> }) {
  return (
    <>
      <SmallHeading as="h3">{said.affected}</SmallHeading>
      {affected.length === 0 && <p className="rp-help">{said.nobody}</p>}
      <AffectedRows>
        {affected.map(({ section, subscriber, answered, affected: touched }) => (
          <li key={`${section} ${subscriber}`}>
            {fillText(touched ? said.touched : said.untouched, {
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

type Line = NonNullable<Judged['findings'][number]['accept']>;

/** A file of migrations/ for each section, numbered on; one that the draft has for it already takes the lines in. */
function migrationsFor(lines: Line[], next: number, changes: FileChanges): FileChanges {
  const files: FileChanges = {};
  let number = next + Object.keys(changes).filter((file) => file.startsWith('migrations/')).length;
  for (const section of new Set(lines.map((one) => one.section))) {
    const known = Object.keys(changes).find((file) => file.endsWith(`-studio-${section}.json`));
    const before = known ? JSON.parse(changes[known] ?? '{}').changes : [];
    const own = lines.filter((one) => one.section === section).map(({ line }) => line);
    const file = known ?? `migrations/${String(number++).padStart(3, '0')}-studio-${section}.json`;
    const title = `Changed in the Studio: ${section}`;
    files[file] = asText({ $schema: '../meta/migration.schema.json', title, section, changes: [...before, ...own] });
  }
  return files;
}

/** Line by line, written alike on both sides so that only what is said counts. */
function Differences({ changes, live }: Pick<PublishPanelProps, 'changes' | 'live'>) {
  return (
    <Part title={said.differences} open>
      {Object.entries(changes).map(([file, text]) => (
        <div key={file}>
          <h3>{file}</h3>
          <Diff>
            {diffLines(alike(live[file] ?? ''), alike(text ?? '')).map(({ sign, line }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other name.
              <span key={index} data-sign={sign}>{`${sign} ${line}\n`}</span>
            ))}
          </Diff>
        </div>
      ))}
    </Part>
  );
}

function alike(text: string): string {
  try {
    return asText(JSON.parse(text));
  } catch {
    return text;
  }
}

interface PublishFormProps {
  session: StudioSession;
  isClean: boolean;
  body: Pick<PublishBody, 'subscriber' | 'changes' | 'head'>;
  onDone(version: ListedVersion): void;
}

function PublishForm({ session, isClean, body, onDone }: PublishFormProps) {
  const [note, setNote] = useState('');
  const [when, setWhen] = useState('');
  const [problem, setProblem] = useState('');
  const [kept, setKept] = useState<ListedVersion>();
  const [isBusy, setBusy] = useState(false);
  const { mutate } = useSWRConfig();
  const mayPublish = session.role === 'publish';
  async function save(how: PublishBody['when']) {
    setBusy(true);
    setProblem('');
    try {
      const version = await saveVersion({ ...body, note: note.trim(), when: how });
      announce(fillText(said.saved, { number: version.live_no ?? version.id, state: said.states[version.state] }));
      await Promise.all([mutate('studio/versions'), mutate('studio/acts')]);
      if (version.state === 'draft') setKept(version);
      else onDone(version);
    } catch (cause) {
      setProblem(toApiError(cause).message);
    }
    setBusy(false);
  }
  const isNamed = note.trim() !== '' && !isBusy;
  return (
    <>
      <FieldRow label={said.note} help={said.noteHelp} error={problem}>
        {(control) => (
          <Input {...control} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
        )}
      </FieldRow>
      {!mayPublish && <p className="rp-help">{said.mayNot}</p>}
      <div className="rp-buttons">
        {mayPublish && (
          <Button variant="primary" disabled={!isNamed || !isClean} onClick={() => void save('now')}>
            {said.now}
          </Button>
        )}
        <Button disabled={!isNamed} onClick={() => void save('draft')}>
          {said.draft}
        </Button>
      </div>
      {mayPublish && (
        <Flex wrap="wrap" align="end" gap="3">
          <FieldRow label={said.when}>
            {(control) => (
              <Input
                {...control}
                type="datetime-local"
                value={when}
                onChange={(event) => setWhen(event.target.value)}
              />
            )}
          </FieldRow>
          <Button
            disabled={!isNamed || !isClean || when === ''}
            onClick={() => void save(new Date(when).toISOString())}
          >
            {said.schedule}
          </Button>
        </Flex>
      )}
      {kept && (
        <Banner kind="success" title={said.draftLink}>
          <a href={`/studio?draft=${kept.id}`}>{`${window.location.origin}/studio?draft=${kept.id}`}</a>
        </Banner>
      )}
    </>
  );
}

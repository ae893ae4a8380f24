import { Input } from '@chakra-ui/react/input';
import { type FormEvent, useState } from 'react';
import type { ChangeReport, StudioChoices } from '../../contract/studio';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { addMissingOptions, locateFinding, repairConditions, restoreField, textAt } from '../../model/studio/findings';
import type { FileChanges } from '../../model/studio/roles';
import { nodeAt } from '../../model/studio/sectionFile';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { draft } from './draft';
import { readSchema, sectionFiles } from './draftFiles';
import { IssueRows, Part } from './parts';
import type { SectionWork } from './useSectionWork';

type Finding = ChangeReport['findings'][number];

export interface Explanations {
  /** Returns the file's parsed content. */
  fileAt(file: string): unknown;
  languages: StudioChoices['languages'];
  onTranslate(language: string, text: string, word: string): void;
}

export interface Repairs {
  work: SectionWork;
  onOpen(section: string, question: string): void;
  onOpenFile(file: string, path: string): void;
}

interface FindingsProps {
  findings: readonly Finding[];
  explain: Explanations;
  repairs: Repairs | undefined;
}

/** Lists problems, and offers known fixes. */
export function Findings({ findings, explain, repairs }: FindingsProps) {
  return (
    <IssueRows>
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.file} ${finding.path} ${finding.fix}`} data-code={finding.code}>
          <OneFinding finding={finding} explain={explain} repairs={repairs} />
        </li>
      ))}
    </IssueRows>
  );
}

function OneFinding({ finding, explain, repairs }: Omit<FindingsProps, 'findings'> & { finding: Finding }) {
  const messages = useMessages('studio');
  const { code, file, line, fix } = finding;
  const language = explain.languages.find(
    ({ id }) => fix.includes(`translations/${id}.json`) || fix.includes(`{ "${id}":`),
  );
  const text = textAt(finding, explain.fileAt(file));
  const place = repairs && locateFinding(finding, repairs.work.files);
  const key = place?.path.join('/');
  const label =
    place && (nodeAt(readSchema(repairs.work.files, `${place.section}.schema.json`), place.path)?.title ?? key);
  const isUntranslated = code === 'missing-translation' && text !== undefined && language !== undefined;
  return (
    <>
      <p>{describeProblem(messages, code, { text, language: language?.name })}</p>
      {place && key && (
        <Button variant="link" onClick={() => repairs.onOpen(place.section, key)}>
          {label}
        </Button>
      )}
      {repairs && isSharedFile(finding, repairs.work) && (
        <Button variant="link" onClick={() => repairs.onOpenFile(file, finding.path)}>
          {text ?? messages.files.open}
        </Button>
      )}
      {isUntranslated && (
        <WriteTranslation text={text} onWrite={(word) => explain.onTranslate(language.id, text, word)} />
      )}
      {repairs && !isUntranslated && <Repair finding={finding} repairs={repairs} path={place?.path} />}
      <Part title={messages.work.showJson} isLazy>
        <p>
          <code>{code}</code> <code>{`${file}:${line}`}</code>
        </p>
        <p>{fix}</p>
      </Part>
    </>
  );
}

/** Describes a lint issue. A missing translation is described only if its text and language are known. */
export function describeProblem(
  { problems }: Messages<'studio'>,
  code: string,
  { text, language }: { text?: string; language?: string } = {},
): string {
  const plain: Record<string, string | undefined> = problems;
  if (code !== 'missing-translation') return plain[code] ?? problems.other;
  return text && language ? fillText(problems['missing-translation'], { text, language }) : problems.other;
}

const isSharedFile = ({ file }: Finding, { settings }: SectionWork) =>
  file.startsWith('texts/') || settings.some((one) => one.file === file);

interface RepairProps {
  finding: Finding;
  repairs: Repairs;
  path: string[] | undefined;
}

function Repair({ finding, repairs: { work }, path }: RepairProps) {
  const messages = useMessages('studio').work;
  const { section, texts, live, head, isChanged } = work;
  const files = sectionFiles(section);
  const replace = (changes: FileChanges) => draft.replace({ ...draft.read().changes, ...changes }, head);
  const { code, file } = finding;
  const isCondition = file === files.schema && finding.path.includes('/x-conditions/');
  const schema = texts[files.schema] ?? '{}';
  const above = path?.slice(0, -1) ?? [];
  if (code === 'not-json' && draft.read().changes[file] !== undefined) {
    const { [file]: _broken, ...others } = draft.read().changes;
    return <Button onClick={() => draft.replace(others, head)}>{messages.restoreFile}</Button>;
  }
  const canRestore = path !== undefined && path.length > 0 && file.startsWith(`${section}.`) && isChanged(path);
  return (
    <div className="rp-buttons">
      {code === 'dangling-option' && isCondition && (
        <Button onClick={() => replace({ [files.schema]: addMissingOptions(schema, above) })}>
          {messages.addOptions}
        </Button>
      )}
      {(code === 'dangling-option' || code === 'dangling-path') && isCondition && (
        <Button onClick={() => replace({ [files.schema]: repairConditions(schema, above) })}>
          {messages.repairCondition}
        </Button>
      )}
      {canRestore && (
        <Button
          onClick={() => {
            const before = { schema: live[files.schema] ?? '{}', ui: live[files.ui] ?? '{}' };
            const back = restoreField({ schema, ui: texts[files.ui] ?? '{}' }, before, path);
            if (back) replace({ [files.schema]: back.schema, [files.ui]: back.ui });
          }}
        >
          {messages.restoreQuestion}
        </Button>
      )}
    </div>
  );
}

function WriteTranslation({ text, onWrite }: { text: string; onWrite(word: string): void }) {
  const messages = useMessages('studio').work;
  const [word, setWord] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (word.trim()) onWrite(word.trim());
  };
  return (
    <form onSubmit={save}>
      <FieldRow label={fillText(messages.translationOf, { text })}>
        {(control) => (
          <Input {...control} value={word} autoComplete="off" onChange={(event) => setWord(event.target.value)} />
        )}
      </FieldRow>
      <Button type="submit" disabled={!word.trim()}>
        {messages.saveTranslation}
      </Button>
    </form>
  );
}

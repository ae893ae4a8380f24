import { useEffect, useRef, useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import { mendsOf, usePreview } from '../../api/studio';
import type { Preview, PreviewWish } from '../../contract/studio';
import { SectionForm, type SectionHandle } from '../../engine/SectionForm';
import { createStore } from '../../model/createStore';
import { fillText } from '../../model/fillText';
import type { FormServices, StoredDocument } from '../../model/formContext';
import { keyOf } from '../../model/paths';
import type { SectionMessage } from '../../model/resolveSection';
import type { Answers, Checker } from '../../model/types';
import { useCheckers } from '../form/useCheckers';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { alert, confirm } from '../ui/QuestionHost';
import { Skeleton } from '../ui/Skeleton';
import { Table } from '../ui/Table';
import { FormPart, Pane, Part, Source } from './parts';

interface StudioPaneProps {
  /** The sample whose settings it has; tells two forms side by side apart. */
  config: string;
  /** What it is called next to another. */
  caption?: string;
  token: string;
  wish: PreviewWish;
  /** Of the schema files; another one draws anew. */
  version: string;
  /** Whether a field is otherwise than it is live; such fields are marked. */
  isChanged?(path: readonly string[]): boolean;
}

const said = texts.page;

/** One section under one configuration: the form, and next to it what it is made of. */
export function StudioPane({ config, caption, token, wish, version, isChanged }: StudioPaneProps) {
  const { data: preview, error } = usePreview(token, wish, version);
  const checkers = useCheckers(preview && { sections: [preview.served], context: preview.context });
  const problem = error ?? checkers.error;
  if (problem) return <Banner kind="error" title={fillText(said.broken, { reason: reasonOf(problem) })} />;
  const checker = preview && checkers.data?.[preview.served.name];
  if (!preview || !checker) return <Skeleton fields={6} />;
  return (
    <Pane aria-label={`${preview.served.name} ${config}`}>
      {caption && <p className="rp-help">{caption}</p>}
      <LiveSection preview={preview} checker={checker} isChanged={isChanged} />
      <Part title={said.messages}>
        <MessageTable messages={preview.messages} />
      </Part>
      <Json title={said.schema} json={preview.files.schema} />
      <Json title={said.ui} json={preview.files.ui} />
      <Json title={said.merged} json={preview.merged} />
    </Pane>
  );
}

/** The first finding, where the server sent some along. */
function reasonOf(problem: Error): string {
  return [problem.message, ...mendsOf(problem).slice(0, 1)].join(' ');
}

/** A file or a schema as text, folded. */
function Json({ title, json }: { title: string; json: unknown }) {
  return (
    <Part title={title}>
      <Source>{JSON.stringify(json, null, 2)}</Source>
    </Part>
  );
}

/** Every message that a section may say, field by field. */
function MessageTable({ messages }: { messages: readonly SectionMessage[] }) {
  return (
    <Table fontSize="small">
      <thead>
        <tr>
          <th scope="col">{said.messageField}</th>
          <th scope="col">{said.messageRule}</th>
          <th scope="col">{said.messageText}</th>
        </tr>
      </thead>
      <tbody>
        {messages.map(({ field, keyword, message }) => (
          <tr key={`${field} ${keyword}`}>
            <td>{field}</td>
            <td>{keyword}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface LiveSectionProps {
  preview: Preview;
  checker: Checker;
  isChanged?(path: readonly string[]): boolean;
}
const noAnswers: Answers = {};

/** The form to try, and what is judged of it at every key press. */
function LiveSection({ preview, checker, isChanged }: LiveSectionProps) {
  const form = useRef<SectionHandle>(null);
  const [services] = useState(createStudioServices);
  const [answers, setAnswers] = useState(noAnswers);
  const { served, context, example, personas } = preview;
  const place = useRef<HTMLDivElement>(null);
  // Tied to the form's own drawing, which knows of no draft.
  useEffect(() => markChanged(place.current, served.name, isChanged), [served.name, isChanged]);
  const verdict = checker.check(answers, context);
  const isEmpty = Object.keys(served.schema.properties ?? {}).length === 0;
  return (
    <>
      <FormPart ref={place}>
        <h2>{served.schema.title ?? served.name}</h2>
        {isEmpty && <p>{said.noQuestions}</p>}
        <SectionForm
          ref={form}
          section={served}
          checker={checker}
          context={context}
          services={services}
          initial={noAnswers}
          mode="live"
          onChange={setAnswers}
        />
        <div className="rp-buttons">
          {example && <Button onClick={() => form.current?.replace(example)}>{said.example}</Button>}
          {personas.map(({ name, answers: theirs }) => (
            <Button key={name} onClick={() => form.current?.replace(theirs)}>
              {fillText(said.fillAs, { name })}
            </Button>
          ))}
          <Button onClick={() => form.current?.replace(noAnswers)}>{said.empty}</Button>
          <Button onClick={() => form.current?.submit()}>{said.check}</Button>
        </div>
      </FormPart>
      <Part title={said.data} open>
        <h3>{said.errors}</h3>
        {verdict.errors.length === 0 && <p>{said.noErrors}</p>}
        <ul>
          {verdict.errors.map(({ path, keyword, message }) => (
            <li key={`${keyOf(path)} ${keyword}`}>
              <code>{keyOf(path)}</code> {message} <span className="rp-help">({keyword})</span>
            </li>
          ))}
        </ul>
        <h3>{said.answers}</h3>
        <Source>{JSON.stringify(verdict.answers, null, 2)}</Source>
      </Part>
    </>
  );
}

/** Marks the controls of changed fields, also as rows are added; ends with the function that comes back. */
function markChanged(
  place: HTMLElement | null,
  section: string,
  isChanged: LiveSectionProps['isChanged'],
): (() => void) | undefined {
  if (!place || !isChanged) return undefined;
  const mark = () => {
    for (const control of place.querySelectorAll<HTMLElement>(`[id^="${section}_"]`)) {
      const parts = control.id.slice(section.length + 1).split('_');
      const isOther = pathsOf(parts).some((path) => isChanged(path));
      const row = control.closest<HTMLElement>('.rp-field');
      if (row && isOther !== (row.dataset.changed !== undefined)) {
        if (isOther) row.dataset.changed = said.changedMark;
        else delete row.dataset.changed;
      }
    }
  };
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(place, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Which field an id may mean, since names have '_' in them, too: `['address', '0', 'zip', 'code']` → `address/[]/zip_code` and others. */
function pathsOf(parts: readonly string[]): string[][] {
  const [first, ...rest] = parts;
  if (first === undefined) return [[]];
  const whole = /^\d+$/.test(first) ? '[]' : first;
  const unjoined = pathsOf(rest).map((path) => [whole, ...path]);
  const [next, ...others] = rest;
  const joined = next === undefined || whole === '[]' ? [] : pathsOf([`${first}_${next}`, ...others]);
  return [...unjoined, ...joined];
}

/** The world of a form that belongs to nobody: files stay in this tab, addresses are not looked up. */
export function createStudioServices(): FormServices {
  const files = new Map<number, File>();
  const { read, set, subscribe } = createStore<readonly StoredDocument[]>([]);
  let last = 0;
  return {
    suggestAddresses: async () => [],
    documents: {
      list: read,
      subscribe,
      async upload({ file, document_id, source_id, onProgress }) {
        onProgress(1);
        const id = ++last;
        const stored = {
          id,
          blob_path: `studio/${id}`,
          name: file.name,
          size: file.size,
          type: file.type,
          document_id,
          source_id,
        };
        files.set(id, file);
        set([...read(), stored]);
        return stored;
      },
      async remove(document) {
        set(read().filter(({ id }) => id !== document.id));
      },
      async address({ id }) {
        const file = files.get(id);
        return file ? URL.createObjectURL(file) : '';
      },
    },
    sources: { add: async () => ({ id: ++last }), remove: async () => undefined },
    confirm,
    alert,
    announce,
  };
}

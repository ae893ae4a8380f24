import { useEffect, useRef, useState } from 'react';
import { suggestedFixes, usePreview } from '../../api/studio';
import type { Preview, PreviewRequest } from '../../contract/studio';
import { SectionForm, type SectionHandle } from '../../engine/SectionForm';
import { pageMessages, useMessages } from '../../messages/useMessages';
import { keyOf } from '../../model/answers/paths';
import { createStore } from '../../model/createStore';
import type { FormServices, StoredDocument } from '../../model/formContext';
import { fillText } from '../../model/messages/fillText';
import type { SectionMessage } from '../../model/section/resolveSection';
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
  /** Name of the settings. Distinguishes two forms shown side by side. */
  config: string;
  /** Heading in a comparison. */
  caption?: string;
  token: string;
  wish: PreviewRequest;
  /** Schema version. A new one reloads the form. */
  version: string;
  /** True for fields to mark as changed. */
  isChanged?(path: readonly string[]): boolean;
}

/** Shows a section with one set of settings, and its files. */
export function StudioPane({ config, caption, token, wish, version, isChanged }: StudioPaneProps) {
  const messages = useMessages('studio').page;
  const { data: preview, error } = usePreview(token, wish, version);
  const checkers = useCheckers(preview && { sections: [preview.served], context: preview.context });
  const problem = error ?? checkers.error;
  const checker = preview && checkers.data?.[preview.served.name];
  // The old form, with its answers, stays until the new one's rules have loaded.
  const [shown, setShown] = useState<Pick<LiveSectionProps, 'preview' | 'checker'>>();
  if (preview && checker && shown?.preview !== preview) setShown({ preview, checker });
  if (problem) return <Banner kind="error" title={fillText(messages.broken, { reason: failureReason(problem) })} />;
  if (!shown) return <Skeleton fields={6} />;
  return <ShownPane {...shown} config={config} caption={caption} isChanged={isChanged} />;
}

function ShownPane({
  preview,
  checker,
  config,
  caption,
  isChanged,
}: LiveSectionProps & Pick<StudioPaneProps, 'config' | 'caption'>) {
  const messages = useMessages('studio').page;
  return (
    <Pane aria-label={`${preview.served.name} ${config}`}>
      {caption && <p className="rp-help">{caption}</p>}
      <LiveSection preview={preview} checker={checker} isChanged={isChanged} />
      <Part title={messages.messages}>
        <MessageTable messages={preview.messages} />
      </Part>
      <Json title={messages.schema} json={preview.files.schema} />
      <Json title={messages.ui} json={preview.files.ui} />
      <Json title={messages.merged} json={preview.merged} />
    </Pane>
  );
}

/** Returns the server's first lint issue, or the error's message. */
function failureReason(problem: Error): string {
  return [problem.message, ...suggestedFixes(problem).slice(0, 1)].join(' ');
}

/** A collapsed panel with JSON. */
function Json({ title, json }: { title: string; json: unknown }) {
  return (
    <Part title={title}>
      <Source>{JSON.stringify(json, null, 2)}</Source>
    </Part>
  );
}

function MessageTable({ messages }: { messages: readonly SectionMessage[] }) {
  const page = useMessages('studio').page;
  return (
    <Table fontSize="small">
      <thead>
        <tr>
          <th scope="col">{page.messageField}</th>
          <th scope="col">{page.messageRule}</th>
          <th scope="col">{page.messageText}</th>
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

/** A form that validates on every key press. */
function LiveSection({ preview, checker, isChanged }: LiveSectionProps) {
  const messages = useMessages('studio').page;
  const form = useRef<SectionHandle>(null);
  const [services] = useState(createStudioServices);
  const [answers, setAnswers] = useState(noAnswers);
  const { served, context, example, personas } = preview;
  const place = useRef<HTMLDivElement>(null);
  // Synchronizes with the rendered form.
  useEffect(() => markChanged(place.current, served.name, isChanged), [served.name, isChanged]);
  const result = checker.check(answers, context);
  const isEmpty = Object.keys(served.schema.properties ?? {}).length === 0;
  return (
    <>
      <FormPart ref={place}>
        <h2>{served.schema.title ?? served.name}</h2>
        {isEmpty && <p>{messages.noQuestions}</p>}
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
          {example && <Button onClick={() => form.current?.replace(example)}>{messages.example}</Button>}
          {personas.map(({ name, answers: theirs }) => (
            <Button key={name} onClick={() => form.current?.replace(theirs)}>
              {fillText(messages.fillAs, { name })}
            </Button>
          ))}
          <Button onClick={() => form.current?.replace(noAnswers)}>{messages.empty}</Button>
          <Button onClick={() => form.current?.submit()}>{messages.check}</Button>
        </div>
      </FormPart>
      <Part title={messages.data} open>
        <h3>{messages.errors}</h3>
        {result.errors.length === 0 && <p>{messages.noErrors}</p>}
        <ul>
          {result.errors.map(({ path, keyword, message }) => (
            <li key={`${keyOf(path)} ${keyword}`}>
              <code>{keyOf(path)}</code> {message} <span className="rp-help">({keyword})</span>
            </li>
          ))}
        </ul>
        <h3>{messages.answers}</h3>
        <Source>{JSON.stringify(result.answers, null, 2)}</Source>
      </Part>
    </>
  );
}

/** Marks changed controls, including those in new rows. Returns a function that stops it. */
function markChanged(
  place: HTMLElement | null,
  section: string,
  isChanged: LiveSectionProps['isChanged'],
): (() => void) | undefined {
  if (!place || !isChanged) return undefined;
  const mark = () => {
    for (const control of place.querySelectorAll<HTMLElement>(`[id^="${section}_"]`)) {
      const parts = control.id.slice(section.length + 1).split('_');
      const isOther = possiblePaths(parts).some((path) => isChanged(path));
      const row = control.closest<HTMLElement>('.rp-field');
      if (row && isOther !== (row.dataset.changed !== undefined)) {
        if (isOther) row.dataset.changed = pageMessages('studio').page.changedMark;
        else delete row.dataset.changed;
      }
    }
  };
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(place, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Names may contain '_', so an id has several possible paths: `['address', '0', 'zip', 'code']` →
 * `address/[]/zip_code` and others.
 */
function possiblePaths(parts: readonly string[]): string[][] {
  const [first, ...rest] = parts;
  if (first === undefined) return [[]];
  const whole = /^\d+$/.test(first) ? '[]' : first;
  const unjoined = possiblePaths(rest).map((path) => [whole, ...path]);
  const [next, ...others] = rest;
  const joined = next === undefined || whole === '[]' ? [] : possiblePaths([`${first}_${next}`, ...others]);
  return [...unjoined, ...joined];
}

/** Returns services that keep files in this tab and suggest no addresses. */
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

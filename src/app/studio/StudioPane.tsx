import { useEffect, useRef, useState } from 'react';
import { suggestedFixes, usePreview } from '../../api/studio';
import type { Preview, PreviewRequest } from '../../contract/studio';
import { SectionForm, type SectionHandle } from '../../engine/SectionForm';
import { useMessages } from '../../messages/useMessages';
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
import { FormPart, Pane, Part, Source, Tools } from './parts';
import { type FormQuestions, findQuestion, markQuestions } from './questionsInForm';

interface StudioPaneProps {
  config: string;
  caption?: string;
  token: string;
  wish: PreviewRequest;
  version: string;
  /** Undefined if the form's questions can't be edited. */
  questions?: FormQuestions;
  /** If `isByKey` is true, the editor should open and receive the focus. */
  onChoose(key: string, isByKey: boolean): void;
}

export function StudioPane({ config, caption, token, wish, version, questions, onChoose }: StudioPaneProps) {
  const messages = useMessages('studio').page;
  const { data: preview, error } = usePreview(token, wish, version);
  const checkers = useCheckers(preview && { sections: [preview.served], context: preview.context });
  const problem = error ?? checkers.error;
  const checker = preview && checkers.data?.[preview.served.name];
  // The old form stays until the new form and its checker have loaded.
  const [shown, setShown] = useState<Pick<LiveSectionProps, 'preview' | 'checker'>>();
  if (preview && checker && shown?.preview !== preview) setShown({ preview, checker });
  if (problem) return <Banner kind="error" title={fillText(messages.broken, { reason: failureReason(problem) })} />;
  if (!shown) return <Skeleton fields={6} />;
  return <ShownPane {...shown} config={config} caption={caption} questions={questions} onChoose={onChoose} />;
}

function ShownPane({
  preview,
  checker,
  config,
  caption,
  questions,
  onChoose,
}: LiveSectionProps & Pick<StudioPaneProps, 'config' | 'caption'>) {
  const { page: messages, work } = useMessages('studio');
  return (
    <Pane aria-label={`${preview.served.name} ${config}`}>
      {caption && <p className="rp-help">{caption}</p>}
      <LiveSection preview={preview} checker={checker} questions={questions} onChoose={onChoose} />
      <Part title={messages.messages}>
        <MessageTable messages={preview.messages} />
      </Part>
      {!questions && (
        <Part title={work.showJson}>
          <Json title={messages.schema} json={preview.files.schema} />
          <Json title={messages.ui} json={preview.files.ui} />
          <Json title={messages.merged} json={preview.merged} />
        </Part>
      )}
    </Pane>
  );
}

/** Returns the error's message and the first suggested fix. */
export function failureReason(problem: Error): string {
  return [problem.message, ...suggestedFixes(problem).slice(0, 1)].join(' ');
}

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
  questions?: FormQuestions;
  onChoose(key: string, isByKey: boolean): void;
}
const noAnswers: Answers = {};

/** A click on these elements doesn't answer the question, so the click opens the editor. */
const TITLES = '.rp-label, .rp-label *, legend, .rp-row-head h3';

/** Pressing Enter in these controls opens the editor. */
const CONTROLS = 'input:not([type=file], [type=button], [type=submit]), select';

/** A form that validates on every change. */
function LiveSection({ preview, checker, questions, onChoose }: LiveSectionProps) {
  const { page: messages, work } = useMessages('studio');
  const form = useRef<SectionHandle>(null);
  const [services] = useState(createStudioServices);
  const [answers, setAnswers] = useState(noAnswers);
  const { served, context, example, personas } = preview;
  const place = useRef<HTMLDivElement>(null);
  // Synchronizes with the rendered form.
  useEffect(
    () => (place.current && questions ? markQuestions(place.current, served.name, questions) : undefined),
    [served.name, questions],
  );
  const choose = (target: EventTarget, isByKey: boolean) => {
    const key = questions && target instanceof Element && findQuestion(target, served.name, questions.keys);
    if (key) onChoose(key, isByKey);
  };
  const result = checker.check(answers, context);
  const isEmpty = Object.keys(served.schema.properties ?? {}).length === 0;
  return (
    <>
      <FormPart
        ref={place}
        data-editable={questions ? '' : undefined}
        onClick={({ target }) => choose(target, target instanceof Element && target.matches(TITLES))}
        onKeyDown={({ key, target }) => {
          if (key === 'Enter' && target instanceof Element && target.matches(CONTROLS)) choose(target, true);
        }}
      >
        <h2>{served.schema.title ?? served.name}</h2>
        {questions && <p className="rp-help">{work.pickInForm}</p>}
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
        <Tools>
          {example && <Button onClick={() => form.current?.replace(example)}>{messages.example}</Button>}
          {personas.map(({ name, answers: theirs }) => (
            <Button key={name} onClick={() => form.current?.replace(theirs)}>
              {fillText(messages.fillAs, { name })}
            </Button>
          ))}
          <Button onClick={() => form.current?.replace(noAnswers)}>{messages.empty}</Button>
          <Button onClick={() => form.current?.submit()}>{messages.check}</Button>
        </Tools>
      </FormPart>
      <p className="rp-help" role="status">
        {result.errors.length === 0
          ? messages.noErrors
          : fillText(messages.someErrors, { count: result.errors.length })}
      </p>
      <Part title={messages.data}>
        <h3>{messages.errors}</h3>
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
      cancelUpload: async () => undefined,
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

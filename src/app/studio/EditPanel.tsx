import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import { useFieldEditor } from '../../api/studio';
import type { StudioChoices } from '../../contract/studio';
import { SectionForm } from '../../engine/SectionForm';
import { expandRefs } from '../../model/catalogue';
import { type FieldAnswers, listFields, missingWords, moveField, writeField } from '../../model/fieldEditor';
import { fillText } from '../../model/fillText';
import type { FormServices } from '../../model/formContext';
import type { FileChanges } from '../../model/studio';
import type { SchemaFiles, SchemaNode, UiNode } from '../../model/types';
import { useCheckers } from '../form/useCheckers';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { announce } from '../ui/LiveRegion';
import { Skeleton } from '../ui/Skeleton';
import { draft, useDraft } from './draft';

const said = texts.work;

const JsonEditor = lazy(() => import('./JsonEditor').then(({ JsonEditor: Editor }) => ({ default: Editor })));

interface EditPanelProps {
  section: string;
  /** The live texts of the section's files, and the version that they are of. */
  sources: Record<string, string>;
  head: number;
  languages: StudioChoices['languages'];
  services: FormServices;
}

/** A section's texts with the draft over them, and what they hold as far as they are JSON. */
function useTexts(sources: Record<string, string>): { texts: Record<string, string>; files: SchemaFiles } {
  const { changes } = useDraft();
  return useMemo(() => {
    const laid = { ...sources };
    for (const [file, text] of Object.entries(changes)) if (text !== null) laid[file] = text;
    return { texts: laid, files: parsed(laid, sources) };
  }, [sources, changes]);
}

/** While a text is no JSON, the live one stands in its place. */
export function parsed(laid: Record<string, string>, live: Record<string, string>): SchemaFiles {
  const files: SchemaFiles = {};
  for (const [file, text] of Object.entries(laid)) files[file] = parse(text) ?? parse(live[file] ?? '{}');
  return files;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A section's files with their references resolved; the raw schema where a reference is wrong for the moment. */
function wholeOf(files: SchemaFiles, file: string): SchemaNode {
  try {
    return expandRefs(files[file] ?? {}, files, file);
  } catch {
    return (files[file] ?? {}) as SchemaNode;
  }
}

/** Where a section is changed: field by field, or as JSON. */
export function EditPanel({ section, sources, head, languages, services }: EditPanelProps) {
  const { texts: laid, files } = useTexts(sources);
  const [isJson, setJson] = useState(false);
  return (
    <section className="st-edit" aria-label={said.edit}>
      <div className="st-tabs">
        <Button aria-pressed={!isJson} onClick={() => setJson(false)}>
          {said.byForm}
        </Button>
        <Button aria-pressed={isJson} onClick={() => setJson(true)}>
          {said.asJson}
        </Button>
      </div>
      {isJson ? (
        <JsonPart section={section} texts={laid} head={head} />
      ) : (
        <FieldPart section={section} texts={laid} live={sources} files={files} head={head} services={services} />
      )}
      <Words section={section} texts={laid} files={files} languages={languages} head={head} />
    </section>
  );
}

interface PartProps {
  section: string;
  texts: Record<string, string>;
  head: number;
}

const filesOf = (section: string) => ({ schema: `${section}.schema.json`, ui: `${section}.ui.json` });

interface FieldPartProps extends PartProps {
  live: Record<string, string>;
  files: SchemaFiles;
  services: FormServices;
}

/** The fields in their order, and the form of the one that is chosen. */
function FieldPart({ section, texts: laid, live, files, head, services }: FieldPartProps) {
  const { schema } = filesOf(section);
  const { turn } = useDraft();
  const [chosen, setChosen] = useState<string>();
  const fields = listFields((files[schema] ?? {}) as SchemaNode, wholeOf(files, schema));
  const isChanged = changedFields(section, files, live);
  const current = fields.find(({ path }) => path.join('/') === chosen);
  const move = (by: -1 | 1) => {
    if (!current) return;
    draft.replace({ ...draft.read().changes, [schema]: moveField(laid[schema] ?? '{}', current.path, by) }, head);
    announce(fillText(said.moved, { label: current.label }));
  };
  return (
    <>
      <h2 className="st-heading">{said.fields}</h2>
      <ul className="st-fields">
        {fields.map(({ path, label }) => {
          const key = path.join('/');
          return (
            <li key={key} style={{ paddingInlineStart: `${(path.length - 1) * 0.5}rem` }}>
              <button type="button" aria-pressed={key === chosen} onClick={() => setChosen(key)}>
                {label} <code>{path.at(-1)}</code>
                {isChanged(path) && <span className="st-badge">{said.changed}</span>}
              </button>
            </li>
          );
        })}
      </ul>
      {!current && <p className="rp-help">{said.pick}</p>}
      {current && (
        <>
          <div className="rp-buttons">
            <Button onClick={() => move(-1)}>{fillText(said.up, { label: current.label })}</Button>
            <Button onClick={() => move(1)}>{fillText(said.down, { label: current.label })}</Button>
          </div>
          <FieldForm
            key={`${section} ${chosen} ${turn} ${head}`}
            section={section}
            path={current.path}
            texts={laid}
            head={head}
            services={services}
          />
        </>
      )}
    </>
  );
}

/** Tells of each field whether the draft has it otherwise than it is live. */
export function changedFields(section: string, files: SchemaFiles, live: Record<string, string>) {
  const { schema, ui } = filesOf(section);
  const before = parsed(live, live);
  const [now, was] = [wholeOf(files, schema), wholeOf(before, schema)];
  const at = (node: SchemaNode, path: readonly string[]) => {
    const parent = path.slice(0, -1).reduce<SchemaNode>((on, part) => inner(on, part), node);
    const name = path.at(-1) ?? '';
    const { properties: _members, items: _rows, ...own } = parent.properties?.[name] ?? {};
    const conditions = parent['x-conditions']?.filter(({ show, require }) =>
      [...(show ?? []), ...(require ?? [])].includes(name),
    );
    return [own, parent.required?.includes(name) ?? false, conditions ?? []];
  };
  const drawn = (node: UiNode, path: readonly string[]) =>
    path.reduce<UiNode>((on, part) => Object(on[part === '[]' ? 'items' : part]), node)['ui:help'];
  return (path: readonly string[]): boolean =>
    JSON.stringify([at(now, path), drawn((files[ui] ?? {}) as UiNode, path)]) !==
    JSON.stringify([at(was, path), drawn((before[ui] ?? {}) as UiNode, path)]);
}

const inner = (node: SchemaNode, part: string): SchemaNode =>
  (part === '[]' ? node.items : node.properties?.[part]) ?? {};

interface FieldFormProps extends PartProps {
  path: string[];
  services: FormServices;
}

let opened = 0;

/** One field, in a form that our own engine draws from schemas/meta. */
function FieldForm({ section, path, texts: laid, head, services }: FieldFormProps) {
  const { schema, ui } = filesOf(section);
  // What the form is opened on: later texts are this one with the form's changes.
  const [base] = useState(() => ({ schema: laid[schema] ?? '{}', ui: laid[ui] ?? '{}' }));
  const [wish] = useState(() => {
    const { changes } = draft.read();
    return { section, path, ...(Object.keys(changes).length > 0 && { changes }) };
  });
  const [turn] = useState(() => String(++opened));
  const { data, error } = useFieldEditor(wish, turn);
  const checkers = useCheckers(data && { sections: [data.served], context: data.context });
  const checker = data && checkers.data?.[data.served.name];
  if (error) return <Banner kind="error" title={error.message} />;
  if (!data || !checker) return <Skeleton fields={4} />;
  const write = (answers: FieldAnswers) => {
    const next = writeField(base, path, data.answers, answers);
    draft.put({ [schema]: next.schema, ...(next.ui !== base.ui && { [ui]: next.ui }) }, head);
  };
  return (
    <div className="st-form">
      {data.isComplex && <p className="rp-help">{said.complex}</p>}
      <SectionForm
        section={data.served}
        checker={checker}
        context={data.context}
        services={services}
        initial={data.answers}
        mode="live"
        onChange={write}
      />
    </div>
  );
}

/** The section's files as they are written, in an editor that knows schemas/meta. */
function JsonPart({ section, texts: laid, head }: PartProps) {
  const own = Object.values(filesOf(section));
  const names = [...own, ...Object.keys(laid).filter((file) => !own.includes(file))];
  const [file, setFile] = useState(own[0] ?? '');
  const name = names.includes(file) ? file : (own[0] ?? '');
  return (
    <>
      <FieldRow label={said.file}>
        {(control) => (
          <select {...control} value={name} onChange={(event) => setFile(event.target.value)}>
            {names.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </FieldRow>
      <Suspense fallback={<Skeleton fields={3} />}>
        <JsonEditor
          key={name}
          label={fillText(said.jsonLabel, { file: name })}
          file={name}
          text={laid[name] ?? ''}
          onChange={(text) => draft.replace({ ...draft.read().changes, [name]: text }, head)}
        />
      </Suspense>
    </>
  );
}

interface WordsProps extends PartProps {
  files: SchemaFiles;
  languages: StudioChoices['languages'];
}

/** What the section says and a language has no words for: it is held back until they are said. */
function Words({ section, texts: laid, files, languages, head }: WordsProps) {
  const { schema, ui } = filesOf(section);
  const whole = wholeOf(files, schema);
  return languages.map(({ id, name }) => {
    const file = `translations/${id}.json`;
    if (!(file in laid)) return null;
    const missing = missingWords(whole, (files[ui] ?? {}) as UiNode, Object(files[file]).texts ?? {});
    return (
      <MissingWords
        key={id}
        title={fillText(said.words, { language: name })}
        missing={missing}
        onSay={(text, word) => draft.put(withWord(file, laid[file] ?? '{}', text, word), head)}
      />
    );
  });
}

function withWord(file: string, source: string, text: string, word: string): FileChanges {
  const whole = JSON.parse(source);
  whole.texts = { ...whole.texts, [text]: word };
  return { [file]: `${JSON.stringify(whole, null, 2)}\n` };
}

interface MissingWordsProps {
  title: string;
  missing: string[];
  onSay(text: string, word: string): void;
}

function MissingWords({ title, missing, onSay }: MissingWordsProps) {
  if (missing.length === 0) return null;
  return (
    <fieldset className="st-settings">
      <legend>{title}</legend>
      {missing.map((text) => (
        <MissingWord key={text} text={text} onSay={(word) => onSay(text, word)} />
      ))}
    </fieldset>
  );
}

/** Kept when it is left: with the first letter already, the rest would have no field any more. */
function MissingWord({ text, onSay }: { text: string; onSay(word: string): void }) {
  const [word, setWord] = useState('');
  return (
    <FieldRow label={text}>
      {(control) => (
        <input
          {...control}
          value={word}
          autoComplete="off"
          onChange={(event) => setWord(event.target.value)}
          onBlur={() => word.trim() && onSay(word.trim())}
        />
      )}
    </FieldRow>
  );
}

/** The draft as it was a moment ago: what is asked of the server for each of its states waits until typing rests. */
export function useRested<T>(value: T, milliseconds: number): T {
  const [rested, setRested] = useState(value);
  // Tied to the clock.
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return rested;
}

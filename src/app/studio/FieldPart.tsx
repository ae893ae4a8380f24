import { Input } from '@chakra-ui/react/input';
import { type FormEvent, useState } from 'react';
import { pageMessages, useMessages } from '../../messages/useMessages';
import { branch } from '../../model/answers/paths';
import type { FormServices } from '../../model/formContext';
import { fillText } from '../../model/messages/fillText';
import { addField, type FieldKind, fieldKinds, removeField } from '../../model/studio/fieldList';
import { listFields, moveField } from '../../model/studio/sectionFile';
import { writeField } from '../../model/studio/writeField';
import type { SchemaFiles } from '../../model/types';
import { Button } from '../ui/Button';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { announce } from '../ui/LiveRegion';
import { confirm } from '../ui/QuestionHost';
import { draft, draftChanges, useDraft } from './draft';
import { changedFields, readSchema, resolveSchema, sectionFiles } from './draftFiles';
import { EditorForm, FieldList } from './FieldEditor';
import { Part, SmallHeading } from './parts';

interface PartProps {
  section: string;
  /** The section's files, including changes in the draft. */
  texts: Record<string, string>;
  head: number;
}

interface FieldPartProps extends PartProps {
  live: Record<string, string>;
  files: SchemaFiles;
  services: FormServices;
}

export function FieldPart({ section, texts: laid, live, files, head, services }: FieldPartProps) {
  const messages = useMessages('studio').work;
  const { schema, ui } = sectionFiles(section);
  const { version: turn } = useDraft();
  const [chosen, setChosen] = useState<string>();
  const fields = listFields(readSchema(files, schema), resolveSchema(files, schema), branch(files, ui));
  const isChanged = changedFields(section, files, live);
  const current = fields.find(({ path }) => path.join('/') === chosen);
  const move = (by: -1 | 1) => {
    if (!current) return;
    const moved = moveField({ schema: laid[schema] ?? '{}', ui: laid[ui] ?? '{}' }, current.path, by);
    draft.replace({ ...draft.read().changes, [schema]: moved.schema, [ui]: moved.ui }, head);
    announce(fillText(messages.moved, { label: current.label }));
  };
  async function remove() {
    if (!current || !(await confirm({ title: fillText(messages.removeAsk, { label: current.label }) }))) return;
    draft.replace({ ...draft.read().changes, ...removeField(section, laid, current.path) }, head);
    announce(fillText(messages.removed, { label: current.label }));
  }
  return (
    <>
      <SmallHeading>{messages.fields}</SmallHeading>
      <FieldList
        fields={fields}
        chosen={chosen}
        onChoose={setChosen}
        badgeOf={(path) => (isChanged(path) ? messages.changed : undefined)}
      />
      <AddQuestion
        onAdd={(label, kind) => {
          const added = addField(
            { schema: laid[schema] ?? '{}', ui: laid[ui] ?? '{}' },
            { label, kind, after: current?.path },
            pageMessages('studio').editor.firstOptions,
          );
          draft.replace({ ...draft.read().changes, [schema]: added.schema, [ui]: added.ui }, head);
          setChosen(added.path.join('/'));
          announce(fillText(messages.added, { label }));
        }}
      />
      {!current && <p className="rp-help">{messages.pick}</p>}
      {current && (
        <>
          <div className="rp-buttons">
            <Button onClick={() => move(-1)}>{fillText(messages.up, { label: current.label })}</Button>
            <Button onClick={() => move(1)}>{fillText(messages.down, { label: current.label })}</Button>
            <Button onClick={() => void remove()}>{messages.remove}</Button>
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

/** Form for adding a question. */
function AddQuestion({ onAdd }: { onAdd(label: string, kind: FieldKind): void }) {
  const messages = useMessages('studio');
  const { work } = messages;
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<FieldKind>('text');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (label.trim()) onAdd(label.trim(), kind);
    setLabel('');
  };
  return (
    <Part title={work.addQuestion}>
      <form onSubmit={add}>
        <FieldRow label={work.addLabel} help={work.addHelp}>
          {(control) => (
            <Input
              {...control}
              value={label}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setLabel(event.target.value)}
            />
          )}
        </FieldRow>
        <FieldRow label={work.addKind}>
          {(control) => (
            <SelectBox
              {...control}
              value={kind}
              onChange={(event) => setKind(fieldKinds.find((one) => one === event.target.value) ?? kind)}
            >
              {fieldKinds.map((one) => (
                <option key={one} value={one}>
                  {messages.editor.kinds[one]}
                </option>
              ))}
            </SelectBox>
          )}
        </FieldRow>
        <Button type="submit" disabled={!label.trim()}>
          {work.addIt}
        </Button>
      </form>
    </Part>
  );
}

interface FieldFormProps extends PartProps {
  path: string[];
  services: FormServices;
}

/** Form for a field. Writes its changes to the draft. */
function FieldForm({ section, path, texts: laid, head, services }: FieldFormProps) {
  const messages = useMessages('studio').work;
  const { schema, ui } = sectionFiles(section);
  const [base] = useState(() => ({ schema: laid[schema] ?? '{}', ui: laid[ui] ?? '{}' }));
  return (
    <EditorForm
      opens={() => ({ section, path, ...draftChanges() })}
      services={services}
      complex={messages.complex}
      onChange={(answers, opened) => {
        const next = writeField(base, path, opened.answers, answers);
        draft.put({ [schema]: next.schema, ...(next.ui !== base.ui && { [ui]: next.ui }) }, head);
      }}
    />
  );
}

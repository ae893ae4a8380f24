import { Input } from '@chakra-ui/react/input';
import { type FormEvent, useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import { addField, type FieldKind, fieldKinds, removeField } from '../../model/fieldList';
import { fillText } from '../../model/fillText';
import type { FormServices } from '../../model/formContext';
import { branch } from '../../model/paths';
import { listFields, moveField } from '../../model/sectionFile';
import type { SchemaFiles } from '../../model/types';
import { writeField } from '../../model/writeField';
import { Button } from '../ui/Button';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { announce } from '../ui/LiveRegion';
import { confirm } from '../ui/QuestionHost';
import { draft, draftChanges, useDraft } from './draft';
import { changedFields, filesOf, rawOf, wholeOf } from './draftTexts';
import { EditorForm, FieldList } from './FieldEditor';
import { Part, SmallHeading } from './parts';

const said = texts.work;

interface PartProps {
  section: string;
  /** All texts of the section, the draft's over those that are live. */
  texts: Record<string, string>;
  head: number;
}

interface FieldPartProps extends PartProps {
  live: Record<string, string>;
  files: SchemaFiles;
  services: FormServices;
}

/** The fields in their order, and the form of the one that is chosen. */
export function FieldPart({ section, texts: laid, live, files, head, services }: FieldPartProps) {
  const { schema, ui } = filesOf(section);
  const { turn } = useDraft();
  const [chosen, setChosen] = useState<string>();
  const fields = listFields(rawOf(files, schema), wholeOf(files, schema), branch(files, ui));
  const isChanged = changedFields(section, files, live);
  const current = fields.find(({ path }) => path.join('/') === chosen);
  const move = (by: -1 | 1) => {
    if (!current) return;
    const moved = moveField({ schema: laid[schema] ?? '{}', ui: laid[ui] ?? '{}' }, current.path, by);
    draft.replace({ ...draft.read().changes, [schema]: moved.schema, [ui]: moved.ui }, head);
    announce(fillText(said.moved, { label: current.label }));
  };
  async function remove() {
    if (!current || !(await confirm({ title: fillText(said.removeAsk, { label: current.label }) }))) return;
    draft.replace({ ...draft.read().changes, ...removeField(section, laid, current.path) }, head);
    announce(fillText(said.removed, { label: current.label }));
  }
  return (
    <>
      <SmallHeading>{said.fields}</SmallHeading>
      <FieldList
        fields={fields}
        chosen={chosen}
        onChoose={setChosen}
        badgeOf={(path) => (isChanged(path) ? said.changed : undefined)}
      />
      <AddQuestion
        onAdd={(label, kind) => {
          const added = addField(
            { schema: laid[schema] ?? '{}', ui: laid[ui] ?? '{}' },
            { label, kind, after: current?.path },
          );
          draft.replace({ ...draft.read().changes, [schema]: added.schema, [ui]: added.ui }, head);
          setChosen(added.path.join('/'));
          announce(fillText(said.added, { label }));
        }}
      />
      {!current && <p className="rp-help">{said.pick}</p>}
      {current && (
        <>
          <div className="rp-buttons">
            <Button onClick={() => move(-1)}>{fillText(said.up, { label: current.label })}</Button>
            <Button onClick={() => move(1)}>{fillText(said.down, { label: current.label })}</Button>
            <Button onClick={() => void remove()}>{said.remove}</Button>
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

/** A question more: what it is called, and how it is answered. */
function AddQuestion({ onAdd }: { onAdd(label: string, kind: FieldKind): void }) {
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<FieldKind>('text');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (label.trim()) onAdd(label.trim(), kind);
    setLabel('');
  };
  return (
    <Part title={said.addQuestion}>
      <form onSubmit={add}>
        <FieldRow label={said.addLabel} help={said.addHelp}>
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
        <FieldRow label={said.addKind}>
          {(control) => (
            <SelectBox
              {...control}
              value={kind}
              onChange={(event) => setKind(fieldKinds.find((one) => one === event.target.value) ?? kind)}
            >
              {fieldKinds.map((one) => (
                <option key={one} value={one}>
                  {texts.editor.kinds[one]}
                </option>
              ))}
            </SelectBox>
          )}
        </FieldRow>
        <Button type="submit" disabled={!label.trim()}>
          {said.addIt}
        </Button>
      </form>
    </Part>
  );
}

interface FieldFormProps extends PartProps {
  path: string[];
  services: FormServices;
}

/** One field: its form, whose changes go into the draft's texts. */
function FieldForm({ section, path, texts: laid, head, services }: FieldFormProps) {
  const { schema, ui } = filesOf(section);
  const [base] = useState(() => ({ schema: laid[schema] ?? '{}', ui: laid[ui] ?? '{}' }));
  return (
    <EditorForm
      opens={() => ({ section, path, ...draftChanges() })}
      services={services}
      complex={said.complex}
      onChange={(answers, opened) => {
        const next = writeField(base, path, opened.answers, answers);
        draft.put({ [schema]: next.schema, ...(next.ui !== base.ui && { [ui]: next.ui }) }, head);
      }}
    />
  );
}

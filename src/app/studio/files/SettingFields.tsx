import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Input } from '@chakra-ui/react/input';
import { useState } from 'react';
import { useMessages } from '../../../messages/useMessages';
import { toPointer } from '../../../model/answers/paths';
import { fillText } from '../../../model/messages/fillText';
import { changeSetting, moveEntry } from '../../../model/studio/settingEntries';
import type { SettingField } from '../../../model/studio/settingsForm';
import { Button } from '../../ui/Button';
import { FieldRow, SelectBox } from '../../ui/FieldRow';
import { announce } from '../../ui/LiveRegion';
import { draft } from '../draft';
import { Checkbox, Settings, Tools } from '../parts';
import { AddEntry } from './AddEntry';
import { NumberInput } from './NumberInput';
import { RemoveButton, SeveralValues, WordList } from './SeveralValues';
import type { SettingsPlace } from './settingsPlace';
import { TextRow } from './TextRow';

interface SettingFieldsProps {
  fields: SettingField[];
  place: SettingsPlace;
}

export function SettingFields({ fields, place }: SettingFieldsProps) {
  return fields.map((field) => <OneField key={toPointer(field.path)} field={field} place={place} />);
}

function OneField({ field, place }: { field: SettingField; place: SettingsPlace }) {
  const messages = useMessages('studio');
  const { work, file, findings, languages, counts } = place;
  const { path, title, help } = field;
  const source = work.texts[file] ?? '{}';
  const save = (value: unknown) =>
    draft.put({ [file]: changeSetting(source, path, value) }, work.head, `${file} ${toPointer(path)}`);
  const found = findings.find((one) => one.file === file && one.path === toPointer(path));
  const problems: Record<string, string | undefined> = messages.problems;
  const error = found && (problems[found.code] ?? messages.problems.other);
  switch (field.kind) {
    case 'group':
      return (
        <Box marginTop="5">
          <Settings title={title}>
            {help && <p className="rp-help">{help}</p>}
            {(field.isEntry || field.isRemovable) && <EntryTools field={field} place={place} />}
            <SettingFields fields={field.fields} place={place} />
            {field.add && <AddEntry add={field.add} path={path} place={place} />}
          </Settings>
        </Box>
      );
    case 'number':
      return <NumberInput field={field} error={error} onSave={save} />;
    case 'yesNo':
      return <Checkbox label={title} isOn={field.value} onChange={save} />;
    case 'choice':
      return (
        <FieldRow label={title} help={help} error={error}>
          {(control) => (
            <SelectBox
              {...control}
              value={String(field.value ?? '')}
              onChange={({ target }) => save(field.options.find(({ value }) => String(value) === target.value)?.value)}
            >
              {field.options.map((option) => (
                <option key={String(option.value)} value={String(option.value)}>
                  {option.title}
                </option>
              ))}
            </SelectBox>
          )}
        </FieldRow>
      );
    case 'several':
      return <SeveralValues field={field} onSave={save} />;
    case 'words':
      return <WordList field={field} place={place} />;
    case 'plain':
      return (
        <Flex gap="2" align="end">
          <Box flex="1" minWidth="0">
            <PlainText key={field.value} field={field} error={error} onSave={save} />
          </Box>
          {field.isRemovable && <RemoveButton label={title} path={path} place={place} />}
        </Flex>
      );
    case 'text':
      return (
        <TextRow
          {...{ work, file, languages, findings, counts }}
          text={{ path, text: field.value, isEmail: false }}
          part={title}
          isChanged={false}
        />
      );
  }
}

interface PlainTextProps {
  field: Extract<SettingField, { kind: 'text' | 'plain' }>;
  error: string | undefined;
  onSave(value: string): void;
}

function PlainText({ field: { title, help, value }, error, onSave }: PlainTextProps) {
  const [typed, setTyped] = useState(value);
  return (
    <FieldRow label={title} help={help} error={error}>
      {(control) => (
        <Input
          {...control}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => typed.trim() && typed !== value && onSave(typed.trim())}
        />
      )}
    </FieldRow>
  );
}

type Group = Extract<SettingField, { kind: 'group' }>;

function EntryTools({ field: { path, title, isEntry, isRemovable }, place }: { field: Group; place: SettingsPlace }) {
  const messages = useMessages('studio').work;
  const { work, file } = place;
  const source = work.texts[file] ?? '{}';
  const step = (by: -1 | 1, words: string) => {
    const moved = moveEntry(source, path, by);
    return (
      <Button
        aria-disabled={moved === undefined}
        onClick={() => {
          if (moved === undefined) return;
          draft.put({ [file]: moved }, work.head);
          announce(fillText(messages.moved, { label: title }));
        }}
      >
        {fillText(words, { label: title })}
      </Button>
    );
  };
  return (
    <Tools role="group" aria-label={fillText(messages.tools, { label: title })}>
      {isEntry && step(-1, messages.up)}
      {isEntry && step(1, messages.down)}
      {isRemovable && <RemoveButton label={title} path={path} place={place} />}
    </Tools>
  );
}

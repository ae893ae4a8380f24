import { Box } from '@chakra-ui/react/box';
import { useMessages } from '../../../messages/useMessages';
import { toPointer } from '../../../model/answers/paths';
import { fillText } from '../../../model/messages/fillText';
import { changeSetting, moveEntry, type SettingField } from '../../../model/studio/settingsForm';
import { Button } from '../../ui/Button';
import { FieldRow, SelectBox } from '../../ui/FieldRow';
import { announce } from '../../ui/LiveRegion';
import { draft } from '../draft';
import { Checkbox, Settings, Tools } from '../parts';
import { NumberInput } from './NumberInput';
import { TextRow } from './TextRow';
import type { TextsViewProps } from './TextsView';

/** The file of the fields. */
export interface SettingsPlace extends Pick<TextsViewProps, 'work' | 'languages' | 'findings'> {
  file: string;
  /** Number of places of every text. */
  counts: ReadonlyMap<string, number>;
}

interface SettingFieldsProps {
  fields: SettingField[];
  place: SettingsPlace;
}

/** Shows the fields of a file, with what blocks publishing next to each. */
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
            {field.isEntry && <MoveButtons field={field} place={place} />}
            <SettingFields fields={field.fields} place={place} />
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
            <SelectBox {...control} value={field.value} onChange={(event) => save(event.target.value)}>
              {field.options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </SelectBox>
          )}
        </FieldRow>
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

/** Moves an entry within its list, or into the neighboring list. */
function MoveButtons({ field: { path, title }, place: { work, file } }: { field: SettingField; place: SettingsPlace }) {
  const messages = useMessages('studio').work;
  const source = work.texts[file] ?? '{}';
  const [up, down] = [moveEntry(source, path, -1), moveEntry(source, path, 1)];
  const move = (moved: string | undefined) => {
    if (moved === undefined) return;
    draft.put({ [file]: moved }, work.head);
    announce(fillText(messages.moved, { label: title }));
  };
  return (
    <Tools role="group" aria-label={fillText(messages.tools, { label: title })}>
      <Button aria-disabled={up === undefined} onClick={() => move(up)}>
        {fillText(messages.up, { label: title })}
      </Button>
      <Button aria-disabled={down === undefined} onClick={() => move(down)}>
        {fillText(messages.down, { label: title })}
      </Button>
    </Tools>
  );
}

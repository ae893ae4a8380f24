import { Box } from '@chakra-ui/react/box';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { removeEntry } from '../../../model/studio/settingEntries';
import type { SettingField } from '../../../model/studio/settingsForm';
import type { TextPath } from '../../../model/studio/texts';
import { Button } from '../../ui/Button';
import { announce } from '../../ui/LiveRegion';
import { draft } from '../draft';
import { Checkbox, Settings, Tools } from '../parts';
import { AddEntry } from './AddEntry';
import type { SettingsPlace } from './settingsPlace';

interface SeveralProps {
  field: Extract<SettingField, { kind: 'several' }>;
  onSave(value: unknown[]): void;
}

/** Saves the checked values in the order of `options`. */
export function SeveralValues({ field: { title, help, value, options }, onSave }: SeveralProps) {
  const toggle = (one: unknown, isOn: boolean) =>
    onSave(options.map((option) => option.value).filter((each) => (each === one ? isOn : value.includes(each))));
  return (
    <Settings title={title}>
      {help && <p className="rp-help">{help}</p>}
      {options.map((option) => (
        <Checkbox
          key={String(option.value)}
          label={option.title}
          isOn={value.includes(option.value)}
          onChange={(isOn) => toggle(option.value, isOn)}
        />
      ))}
    </Settings>
  );
}

interface WordsProps {
  field: Extract<SettingField, { kind: 'words' }>;
  place: SettingsPlace;
}

export function WordList({ field: { title, help, value, add, path }, place }: WordsProps) {
  return (
    <Box marginTop="5">
      <Settings title={title}>
        {help && <p className="rp-help">{help}</p>}
        <Tools>
          {value.map((word, index) => (
            <RemoveButton key={word} label={word} path={[...path, index]} place={place} isNamed />
          ))}
        </Tools>
        {add && <AddEntry add={add} path={path} place={place} />}
      </Settings>
    </Box>
  );
}

interface RemoveProps {
  label: string;
  path: TextPath;
  place: Pick<SettingsPlace, 'work' | 'file'>;
  isNamed?: boolean;
}

export function RemoveButton({ label, path, place: { work, file }, isNamed }: RemoveProps) {
  const messages = useMessages('studio').files;
  const name = fillText(messages.remove, { label });
  return (
    <Button
      aria-label={name}
      title={name}
      onClick={() => {
        draft.put({ [file]: removeEntry(work.texts[file] ?? '{}', path) }, work.head);
        announce(fillText(messages.removed, { label }));
      }}
    >
      {isNamed ? `${label} ×` : messages.removeIt}
    </Button>
  );
}

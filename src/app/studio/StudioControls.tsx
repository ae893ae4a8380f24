import { useId } from 'react';
import type { StudioChoices } from '../../contract/studio';
import type { Messages } from '../../messages/files';
import { pageMessages, useMessages } from '../../messages/useMessages';
import { applicationTypes } from '../../model/entryPath';
import { fillText } from '../../model/messages/fillText';
import { settingLabels } from '../../model/studio/settingLabels';
import type { SchemaFiles, Setting } from '../../model/types';
import { Button } from '../ui/Button';
import { SelectBox } from '../ui/FieldRow';
import { resolveSchema, sectionFiles } from './draftFiles';
import { findSettings, subscriberConfig } from './owner';
import { Checkbox, Label, Settings } from './parts';
import { formatSettings, type StudioPlace } from './studioPlace';

interface SettingTogglesProps {
  /** These files contain the settings' labels. */
  files: SchemaFiles;
  choices: StudioChoices;
  place: StudioPlace;
  go(parts: Record<string, string | undefined>): void;
}

const settingsIn = ({ hide, required, optional }: Messages<'studio'>['page']): { value: Setting; label: string }[] => [
  { value: 'Hide', label: hide },
  { value: 'Required', label: required },
  { value: 'Optional', label: optional },
];

export function SettingToggles({ files, choices, place, go }: SettingTogglesProps) {
  const messages = useMessages('studio').page;
  const settings = settingsIn(messages);
  const settingName = (setting: Setting | undefined) =>
    settings.find(({ value }) => value === setting)?.label ?? messages.unset;
  const keys = choices.sections.find(({ name }) => name === place.section)?.keys ?? [];
  const labels = settingLabels(resolveSchema(files, sectionFiles(place.section).schema));
  const sample = findSettings(choices.configs, choices.subscribers, place.config).settings;
  const set = (key: string, setting: string) => {
    const { [key]: _before, ...others } = place.changed;
    const wanted = settings.find(({ value }) => value === setting)?.value;
    go({ set: formatSettings(wanted ? { ...others, [key]: wanted } : others) });
  };
  return (
    <Settings title={messages.settings}>
      {keys.length === 0 && <p className="rp-help">{messages.noSettings}</p>}
      {place.other !== undefined && keys.length > 0 && <p className="rp-help">{messages.settingsOfA}</p>}
      {keys.map((key) => (
        <Picker
          key={key}
          label={labels.get(key)?.join(', ') || key}
          value={place.changed[key] ?? ''}
          options={[
            { value: '', label: fillText(messages.asConfig, { setting: settingName(sample[key]) }) },
            ...settings,
          ]}
          onPick={(setting) => set(key, setting)}
        />
      ))}
      {Object.keys(place.changed).length > 0 && (
        <Button onClick={() => go({ set: undefined })}>{messages.reset}</Button>
      )}
    </Settings>
  );
}

interface StudioControlsProps {
  choices: StudioChoices;
  place: StudioPlace;
  go(parts: Record<string, string | undefined>): void;
}

const NONE = '-';

export const configOptions = ({ configs, subscribers }: StudioControlsProps['choices']) => [
  ...configs.map(({ name, title }) => ({ value: name, label: title })),
  ...subscribers.map(({ id, name }) => ({
    value: subscriberConfig(id),
    label: fillText(pageMessages('studio').work.subscribers, { name }),
  })),
  { value: '', label: pageMessages('studio').page.noConfig },
];

export const languageOptions = ({ languages }: StudioControlsProps['choices']) => [
  { value: '', label: pageMessages('studio').page.english },
  ...languages.map(({ id, name }) => ({ value: id, label: name })),
];

export function StudioControls({ choices, place, go }: StudioControlsProps) {
  const messages = useMessages('studio').page;
  const configs = configOptions(choices);
  return (
    <>
      <Picker
        label={messages.config}
        value={place.config}
        options={configs}
        onPick={(config) => go({ config, set: undefined })}
      />
      <Picker
        label={messages.configB}
        value={place.other ?? NONE}
        options={[{ value: NONE, label: messages.noCompare }, ...configs]}
        onPick={(other) => go({ with: other === NONE ? undefined : other })}
      />
      <Picker
        label={messages.type}
        value={place.type}
        options={applicationTypes.map((type) => ({ value: type, label: type }))}
        onPick={(type) => go({ type })}
      />
      <Picker
        label={messages.law}
        value={place.law}
        options={[
          { value: '', label: messages.noLaw },
          ...choices.places.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onPick={(law) => go({ law: law || undefined })}
      />
      <Picker
        label={messages.language}
        value={place.language}
        options={languageOptions(choices)}
        onPick={(language) => go({ language: language || undefined })}
      />
      <Checkbox label={messages.phone} isOn={place.isPhone} onChange={(isOn) => go({ phone: isOn ? '' : undefined })} />
    </>
  );
}

interface PickerProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onPick(value: string): void;
}

export function Picker({ label, value, options, onPick }: PickerProps) {
  const id = useId();
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <SelectBox id={id} value={value} onChange={(event) => onPick(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectBox>
    </div>
  );
}

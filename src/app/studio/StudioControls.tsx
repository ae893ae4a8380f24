import { useId } from 'react';
import texts from '../../../schemas/texts/studio.json';
import type { StudioChoices } from '../../contract/studio';
import { applicationTypes } from '../../model/entryPath';
import { fillText } from '../../model/fillText';
import type { Setting } from '../../model/types';
import { Button } from '../ui/Button';
import { SelectBox } from '../ui/FieldRow';
import { overlayFor, subscriberConfig } from './owner';
import { Label, Settings, Tick } from './parts';
import { formatSettings, type StudioPlace } from './studioPlace';

const said = texts.page;
const work = texts.work;

interface SettingTogglesProps {
  choices: StudioChoices;
  place: StudioPlace;
  go(parts: Record<string, string | undefined>): void;
}
const SETTINGS: { value: Setting; label: string }[] = [
  { value: 'Hide', label: said.hide },
  { value: 'Required', label: said.required },
  { value: 'Optional', label: said.optional },
];

const nameOf = (setting: Setting | undefined) => SETTINGS.find(({ value }) => value === setting)?.label ?? said.unset;

/** A toggle for every setting that the section reads. */
export function SettingToggles({ choices, place, go }: SettingTogglesProps) {
  const keys = choices.sections.find(({ name }) => name === place.section)?.keys ?? [];
  const sample = overlayFor(choices.configs, choices.subscribers, place.config).settings;
  const set = (key: string, setting: string) => {
    const { [key]: _before, ...others } = place.changed;
    const wanted = SETTINGS.find(({ value }) => value === setting)?.value;
    go({ set: formatSettings(wanted ? { ...others, [key]: wanted } : others) });
  };
  return (
    <Settings title={said.settings}>
      {keys.length === 0 && <p className="rp-help">{said.noSettings}</p>}
      {place.other !== undefined && keys.length > 0 && <p className="rp-help">{said.settingsOfA}</p>}
      {keys.map((key) => (
        <Picker
          key={key}
          label={key}
          value={place.changed[key] ?? ''}
          options={[{ value: '', label: fillText(said.asConfig, { setting: nameOf(sample[key]) }) }, ...SETTINGS]}
          onPick={(setting) => set(key, setting)}
        />
      ))}
      {Object.keys(place.changed).length > 0 && <Button onClick={() => go({ set: undefined })}>{said.reset}</Button>}
    </Settings>
  );
}

interface StudioControlsProps {
  choices: StudioChoices;
  place: StudioPlace;
  go(parts: Record<string, string | undefined>): void;
}
const NOTHING = '-';

/** Whose settings a form can have: samples, subscribers, nobody's. */
export const configOptions = ({ configs, subscribers }: StudioControlsProps['choices']) => [
  ...configs.map(({ name, title }) => ({ value: name, label: title })),
  ...subscribers.map(({ id, name }) => ({
    value: subscriberConfig(id),
    label: fillText(work.subscribers, { name }),
  })),
  { value: '', label: said.noConfig },
];

/** What is shown: section, type of link, language, sample settings, and what to compare with. */
export function StudioControls({ choices, place, go }: StudioControlsProps) {
  const configs = configOptions(choices);
  const sections = choices.sections.map(({ name, title }) => ({ value: name, label: `${title} (${name})` }));
  const languages = [
    { value: '', label: said.english },
    ...choices.languages.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <Picker label={said.section} value={place.section} options={sections} onPick={(section) => go({ section })} />
      <Picker
        label={said.config}
        value={place.config}
        options={configs}
        onPick={(config) => go({ config, set: undefined })}
      />
      <Picker
        label={said.configB}
        value={place.other ?? NOTHING}
        options={[{ value: NOTHING, label: said.noCompare }, ...configs]}
        onPick={(other) => go({ with: other === NOTHING ? undefined : other })}
      />
      <Picker
        label={said.type}
        value={place.type}
        options={applicationTypes.map((type) => ({ value: type, label: type }))}
        onPick={(type) => go({ type })}
      />
      <Picker
        label={said.language}
        value={place.language}
        options={languages}
        onPick={(lang) => go({ lang: lang || undefined })}
      />
      <Tick label={said.phone} isOn={place.isPhone} onChange={(isOn) => go({ phone: isOn ? '' : undefined })} />
    </>
  );
}

interface PickerProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onPick(value: string): void;
}

/** A choice of the Studio's own. */
function Picker({ label, value, options, onPick }: PickerProps) {
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

import texts from '../../../schemas/texts/studio.json';
import type { StudioChoices } from '../../api/studio';
import { fillText } from '../../model/fillText';
import type { Setting } from '../../model/types';
import { Button } from '../ui/Button';
import { Picker } from './Picker';
import { formatSettings, type StudioPlace } from './studioPlace';

interface SettingTogglesProps {
  choices: StudioChoices;
  place: StudioPlace;
  go(parts: Record<string, string | undefined>): void;
}

const said = texts.page;
const SETTINGS: { value: Setting; label: string }[] = [
  { value: 'Hide', label: said.hide },
  { value: 'Required', label: said.required },
  { value: 'Optional', label: said.optional },
];

/** A toggle for every setting that the section reads. */
export function SettingToggles({ choices, place, go }: SettingTogglesProps) {
  const keys = choices.sections.find(({ name }) => name === place.section)?.keys ?? [];
  const sample = choices.configs.find(({ name }) => name === place.config)?.overlay.settings ?? {};
  const set = (key: string, setting: string) => {
    const { [key]: _before, ...others } = place.changed;
    go({ set: formatSettings(setting ? { ...others, [key]: setting as Setting } : others) });
  };
  return (
    <fieldset className="st-settings">
      <legend>{said.settings}</legend>
      {keys.length === 0 && <p className="rp-help">{said.noSettings}</p>}
      {place.other !== undefined && keys.length > 0 && <p className="rp-help">{said.settingsOfA}</p>}
      {keys.map((key) => (
        <Picker
          key={key}
          label={key}
          value={place.changed[key] ?? ''}
          options={[{ value: '', label: fillText(said.asConfig, { setting: sample[key] ?? said.unset }) }, ...SETTINGS]}
          onPick={(setting) => set(key, setting)}
        />
      ))}
      {Object.keys(place.changed).length > 0 && <Button onClick={() => go({ set: undefined })}>{said.reset}</Button>}
    </fieldset>
  );
}

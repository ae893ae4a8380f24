import texts from '../../../schemas/texts/studio.json';
import type { StudioChoices } from '../../api/studio';
import { Picker } from './Picker';
import { linkTypes, type StudioPlace } from './studioPlace';

interface StudioControlsProps {
  choices: StudioChoices;
  place: StudioPlace;
  go(parts: Record<string, string | undefined>): void;
}

const said = texts.page;
const NOTHING = '-';

/** What is shown: section, type of link, language, sample settings, and what to compare with. */
export function StudioControls({ choices, place, go }: StudioControlsProps) {
  const configs = [
    ...choices.configs.map(({ name, title }) => ({ value: name, label: title })),
    { value: '', label: said.noConfig },
  ];
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
        options={linkTypes.map((type) => ({ value: type, label: type }))}
        onPick={(type) => go({ type })}
      />
      <Picker
        label={said.language}
        value={place.language}
        options={languages}
        onPick={(lang) => go({ lang: lang || undefined })}
      />
      <label className="st-check">
        <input
          type="checkbox"
          checked={place.isPhone}
          onChange={(event) => go({ phone: event.target.checked ? '' : undefined })}
        />
        {said.phone}
      </label>
    </>
  );
}

import { useEffect, useId } from 'react';
import { useLocation } from 'react-router-dom';
import texts from '../../../schemas/texts/studio.json';
import { watchFormChanges } from '../../api/formChanges';
import type { PreviewWish, StudioChoices } from '../../contract/studio';
import { fillText } from '../../model/fillText';
import type { Overlay, Setting } from '../../model/types';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { StudioPane } from './StudioPane';
import { formatSettings, linkTypes, type StudioPlace, useStudioPlace } from './studioPlace';

interface StudioWorkspaceProps {
  choices: StudioChoices;
  token: string;
  /** The schema files changed. */
  onChange(): void;
}

const said = texts.page;

/** The open Studio: what is chosen on one side, one form or two to compare on the other. */
export function StudioWorkspace({ choices, token, onChange }: StudioWorkspaceProps) {
  const [place, go] = useStudioPlace();
  // Tied to the server's stream of changes, which only development has.
  useEffect(() => (choices.isLive ? watchFormChanges(onChange, true) : undefined), [choices.isLive, onChange]);
  const pane = (config: string, changed: Overlay['settings']) => (
    <StudioPane
      key={`${place.section} ${config}`}
      config={config}
      token={token}
      version={choices.version}
      wish={wishOf(choices, place, config, changed)}
    />
  );
  if (place.isFrame)
    return (
      <main id="main" className="st-frame">
        {pane(place.config, place.changed)}
      </main>
    );
  return (
    <main id="main" className="st-page">
      <header className="st-head">
        <h1>{said.heading}</h1>
        <p className="rp-help">
          {said.intro} {fillText(said.version, { version: choices.version })}
        </p>
      </header>
      <HeldBack findings={choices.heldBack} />
      <div className="st-workspace">
        <div className="st-side">
          <StudioControls choices={choices} place={place} go={go} />
          <SettingToggles choices={choices} place={place} go={go} />
        </div>
        <div className="st-panes" data-two={place.other === undefined ? undefined : ''}>
          {place.isPhone ? <PhoneFrame /> : pane(place.config, place.changed)}
          {place.other !== undefined && pane(place.other, {})}
        </div>
      </div>
    </main>
  );
}

/** Why the files as they are saved are not what is shown. */
function HeldBack({ findings }: { findings: StudioChoices['heldBack'] }) {
  if (findings.length === 0) return null;
  return (
    <Banner kind="warning" title={said.heldBack}>
      <ul>
        {findings.map(({ code, file, line, path, mend }) => (
          <li key={`${code} ${file} ${path}`}>
            <code>
              schemas/{file}:{line}
            </code>{' '}
            {mend}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function wishOf(
  { configs }: StudioChoices,
  { section, type, language }: StudioPlace,
  config: string,
  changed: Overlay['settings'],
): PreviewWish {
  const sample = configs.find(({ name }) => name === config)?.overlay ?? { settings: {} };
  return {
    section,
    applicationType: type,
    overlay: { ...sample, settings: { ...sample.settings, ...changed } },
    ...(language && { language }),
  };
}

/** The first form in a window of its own, 360 pixels wide, so that it is drawn as on a phone. */
function PhoneFrame() {
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete('phone');
  params.delete('with');
  params.set('frame', '');
  return <iframe className="st-phone" title={texts.page.frame} src={`/studio?${params}`} />;
}

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

/** A toggle for every setting that the section reads. */
function SettingToggles({ choices, place, go }: SettingTogglesProps) {
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

interface StudioControlsProps {
  choices: StudioChoices;
  place: StudioPlace;
  go(parts: Record<string, string | undefined>): void;
}
const NOTHING = '-';

/** What is shown: section, type of link, language, sample settings, and what to compare with. */
function StudioControls({ choices, place, go }: StudioControlsProps) {
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
    <div className="st-picker">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="rp-control" value={value} onChange={(event) => onPick(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

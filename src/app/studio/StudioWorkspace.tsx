import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import texts from '../../../schemas/texts/studio.json';
import { watchFormChanges } from '../../api/formChanges';
import { useSettings, useSources, useVersion } from '../../api/studio';
import type { ListedVersion, PreviewWish, StudioChoices, StudioSession } from '../../contract/studio';
import { asText, onlyChanged } from '../../model/fieldEditor';
import { fillText } from '../../model/fillText';
import { type FileChanges, mayDo, SETTINGS_FILE } from '../../model/studio';
import type { Overlay, Setting } from '../../model/types';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { confirm } from '../ui/QuestionHost';
import { draft, useDraft } from './draft';
import { changedFields, EditPanel, parsed, useRested } from './EditPanel';
import { HistoryPanel } from './HistoryPanel';
import { PublishPanel } from './PublishPanel';
import { StudioLogin } from './StudioLogin';
import { createStudioServices, StudioPane } from './StudioPane';
import { formatSettings, linkTypes, parseSettings, type StudioPlace, useStudioPlace } from './studioPlace';

interface StudioWorkspaceProps {
  choices: StudioChoices;
  token: string;
  /** Who is logged in, if anybody is. */
  session: StudioSession | undefined;
  onLeave(): void;
  /** The schema files changed. */
  onChange(): void;
}

const said = texts.page;
const work = texts.work;

/** Typing goes on this long before the form beside it is asked for. */
const REST = 350;

/** The open Studio: what is chosen, the ways to change it, and one form or two to compare. */
export function StudioWorkspace({ choices, token, session, onLeave, onChange }: StudioWorkspaceProps) {
  const [place, go] = useStudioPlace();
  const mayEdit = session !== undefined && mayDo(session.role, 'edit');
  const sources = useSources(place.section, choices.version).data;
  const { changes } = useDraft();
  const rested = useRested(changes, REST);
  const [services] = useState(createStudioServices);
  // Tied to the server's stream of changes, which only development has, and to what any answer says of the version.
  useEffect(() => watchFormChanges(onChange, choices.isLive), [choices.isLive, onChange]);
  const kept = useKeptVersion(place.draft, mayEdit, () => go({ draft: undefined }));
  const live = sources?.files ?? none;
  const own = mayEdit ? onlyChanged(rested, live) : {};
  const isChanged = useMemo(
    () => changedFields(place.section, parsed({ ...live, ...withoutNulls(rested) }, live), live),
    [place.section, live, rested],
  );
  const pane = (config: string, set: Overlay['settings'], isFirst: boolean) => (
    <StudioPane
      key={`${place.section} ${config} ${isFirst}`}
      config={config}
      token={token}
      version={choices.version}
      isChanged={isFirst && mayEdit ? isChanged : undefined}
      wish={{
        ...wishOf(choices, place, config, set),
        ...(isFirst && mayEdit && Object.keys(own).length > 0 && { changes: own }),
        ...(isFirst && !mayEdit && kept && { version: kept.id }),
      }}
    />
  );
  if (place.isFrame)
    return (
      <main id="main" className="st-frame">
        {pane(place.config, place.changed, true)}
      </main>
    );
  return (
    <main id="main" className="st-page">
      <header className="st-head">
        <div>
          <h1>{said.heading}</h1>
          <p className="rp-help">
            {said.intro} {fillText(said.version, { version: choices.version })}
          </p>
        </div>
        <Who session={session} onLeave={onLeave} />
      </header>
      <HeldBack findings={choices.heldBack} />
      {kept && <Banner kind="info" title={fillText(work.lookingAt, { number: kept.id, ...kept })} />}
      <div className="st-workspace" data-edit={mayEdit ? '' : undefined}>
        <div className="st-side">
          <StudioControls choices={choices} place={place} go={go} />
          <SettingToggles choices={choices} place={place} go={go} />
          {mayEdit && session && (
            <SettingsPublish session={session} choices={choices} place={place} go={go} onDone={onChange} />
          )}
        </div>
        {mayEdit && session && sources && (
          <div className="st-work">
            <EditPanel
              key={place.section}
              section={place.section}
              sources={live}
              head={sources.head}
              languages={choices.languages}
              services={services}
            />
            <DraftPublish session={session} live={live} onDone={onChange} />
          </div>
        )}
        <div className="st-panes" data-two={place.other === undefined ? undefined : ''}>
          {place.isPhone ? <PhoneFrame /> : pane(place.config, place.changed, true)}
          {place.other !== undefined && pane(place.other, {}, false)}
        </div>
      </div>
      {session && <HistoryPanel session={session} onOpen={({ id }) => go({ draft: id })} onChange={onChange} />}
    </main>
  );
}

const none: Record<string, string> = {};

const withoutNulls = (changes: FileChanges) =>
  Object.fromEntries(Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== null));

/** Opens a kept version as the draft of who may edit; gives it for who may look. */
function useKeptVersion(id: string | undefined, mayEdit: boolean, onOpened: () => void): ListedVersion | undefined {
  const { data } = useVersion(id);
  const opened = useRef('');
  // Tied to the draft, which lives outside React.
  useEffect(() => {
    if (!data || !mayEdit || opened.current === data.version.id) return;
    opened.current = data.version.id;
    if (data.version.subscriber === null) draft.replace(data.changes, data.version.head);
    onOpened();
  }, [data, mayEdit, onOpened]);
  return data?.version;
}

/** Who is logged in, or the way to it. */
function Who({ session, onLeave }: { session: StudioSession | undefined; onLeave(): void }) {
  if (!session)
    return (
      <details className="st-who">
        <summary>{said.lookOnly}</summary>
        <StudioLogin />
      </details>
    );
  return (
    <div className="st-who">
      <p className="rp-help">
        {fillText(work.as, { name: session.name || session.email, role: work.roles[session.role] })}
      </p>
      <Button onClick={onLeave}>{work.logout}</Button>
    </div>
  );
}

interface DraftPublishProps {
  session: StudioSession;
  live: Record<string, string>;
  onDone(): void;
}

/** Publishes the draft, or throws it away. */
function DraftPublish({ session, live, onDone }: DraftPublishProps) {
  const now = useDraft();
  const { changes } = now;
  const others = useMemo(() => onlyChanged(changes, live), [changes, live]);
  async function discard() {
    if (await confirm({ title: work.discardAsk })) draft.discard();
  }
  return (
    <section className="st-publish" aria-label={work.findings}>
      <PublishPanel
        session={session}
        subscriber={null}
        changes={others}
        live={live}
        head={now.head}
        onAdd={(more) => draft.replace({ ...draft.read().changes, ...more }, now.head)}
        onDone={() => {
          draft.discard();
          onDone();
        }}
      />
      {Object.keys(others).length > 0 && <Button onClick={() => void discard()}>{work.discard}</Button>}
    </section>
  );
}

interface SettingsPublishProps extends SettingTogglesProps {
  session: StudioSession;
  onDone(): void;
}

const OF_SUBSCRIBER = 'subscriber:';

/** Settings that were changed for a subscriber, ready to be published. */
function SettingsPublish({ session, choices, place, go, onDone }: SettingsPublishProps) {
  const id = place.config.startsWith(OF_SUBSCRIBER) ? place.config.slice(OF_SUBSCRIBER.length) : undefined;
  const { data } = useSettings(id);
  const text = data?.files[SETTINGS_FILE];
  const set = formatSettings(place.changed);
  const changes = useMemo(() => {
    const changed = parseSettings(set ?? '');
    return text && Object.keys(changed).length ? { [SETTINGS_FILE]: withSettings(text, changed) } : undefined;
  }, [text, set]);
  if (!id || !data || !text || !changes) return null;
  const { name = id } = choices.subscribers.find((one) => one.id === id) ?? {};
  return (
    <section className="st-publish" aria-label={work.settingsNow}>
      <p className="rp-help">{fillText(work.settingsChanged, { name })}</p>
      <PublishPanel
        session={session}
        subscriber={id}
        changes={changes}
        live={{ [SETTINGS_FILE]: text }}
        head={data.head}
        onDone={() => {
          go({ set: undefined });
          onDone();
        }}
      />
    </section>
  );
}

/** A key stays among the documents when it stands there; every other is a field's. */
function withSettings(text: string, changed: Record<string, Setting>): string {
  const { documents = {}, fields = {} } = JSON.parse(text);
  for (const [key, setting] of Object.entries(changed)) (key in documents ? documents : fields)[key] = setting;
  return asText({ documents, fields });
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

/** What a sample, or a subscriber, has set. */
function overlayFor(
  configs: StudioChoices['configs'],
  subscribers: StudioChoices['subscribers'],
  config: string,
): Overlay {
  const subscriber = subscribers.find(({ id }) => `${OF_SUBSCRIBER}${id}` === config);
  return (subscriber ?? configs.find(({ name }) => name === config))?.overlay ?? { settings: {} };
}

function wishOf(
  { configs, subscribers }: StudioChoices,
  { section, type, language }: StudioPlace,
  config: string,
  changed: Overlay['settings'],
): PreviewWish {
  const sample = overlayFor(configs, subscribers, config);
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
  const sample = overlayFor(choices.configs, choices.subscribers, place.config).settings;
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
    ...choices.subscribers.map(({ id, name }) => ({
      value: `${OF_SUBSCRIBER}${id}`,
      label: fillText(work.subscribers, { name }),
    })),
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

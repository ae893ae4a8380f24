import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { watchFormsVersion } from '../../api/formsVersion';
import { useSources, useVersion } from '../../api/studio';
import type { ListedVersion, PreviewRequest, StudioChoices, StudioSession } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { onlyChanged } from '../../model/studio/diffLines';
import { type FileChanges, mayDo, SETTINGS_FILE } from '../../model/studio/roles';
import type { SubscriberSettings } from '../../model/types';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { CommentsPart } from './CommentsPart';
import { DraftPublish, OwnerPublish } from './DraftPublish';
import { draft, useDraft } from './draft';
import { changedFields, parseFiles, useDebounced } from './draftFiles';
import { EditPanel } from './EditPanel';
import { HistoryPanel } from './HistoryPanel';
import { LawPart } from './LawPart';
import { findSettings, ownerSettings, subscriberConfig, useOwner } from './owner';
import { Panes, Phone, Root, Side, Workspace } from './parts';
import { configOptions, SettingToggles, StudioControls } from './StudioControls';
import { StudioLogin } from './StudioLogin';
import { createStudioServices, StudioPane } from './StudioPane';
import { type StudioPlace, useStudioPlace } from './studioPlace';

interface StudioWorkspaceProps {
  choices: StudioChoices;
  token: string;
  session: StudioSession | undefined;
  onLeave(): void;
  onChange(): void;
}

/** Milliseconds after the last change before the preview is updated. */
const REST = 350;

/** Shows the Studio with one form, or with two to compare. */
export function StudioWorkspace({ choices, token, session, onLeave, onChange }: StudioWorkspaceProps) {
  const work = useMessages('studio').work;
  const messages = useMessages('studio').page;
  const [place, go] = useStudioPlace();
  const mayEdit = session !== undefined && mayDo(session.role, 'edit');
  const sources = useSources(place.section, choices.version);
  const { changes } = useDraft();
  const debounced = useDebounced(changes, REST);
  const [services] = useState(createStudioServices);
  // Subscribes to the server's stream of changes, which only development has, and to the version in its responses.
  useEffect(() => watchFormsVersion(onChange, choices.isLive), [choices.isLive, onChange]);
  const kept = useKeptVersion(place.draft, mayEdit, (config) => go({ draft: undefined, ...config }));
  const live = sources?.files ?? none;
  const owner = useOwner(choices, place.config, live, sources?.head ?? 0);
  const settingsOf = (config: string) => findSettings(choices.configs, choices.subscribers, config);
  const own = mayEdit ? onlyChanged(debounced, live) : {};
  const isChanged = useMemo(
    () => changedFields(place.section, parseFiles({ ...live, ...withoutNulls(debounced) }, live), live),
    [place.section, live, debounced],
  );
  const captions = configOptions(choices);
  const pane = (config: string, set: SubscriberSettings['settings'], isFirst: boolean) => (
    <StudioPane
      key={`${place.section} ${config} ${isFirst}`}
      config={config}
      caption={place.other === undefined ? undefined : captions.find(({ value }) => value === config)?.label}
      token={token}
      version={choices.version}
      isChanged={isFirst && mayEdit ? isChanged : undefined}
      wish={{
        ...previewRequest(
          place,
          isFirst && mayEdit ? ownerSettings(owner, settingsOf(config)) : settingsOf(config),
          set,
        ),
        ...(isFirst && mayEdit && Object.keys(own).length > 0 && { changes: own }),
        ...(isFirst && !mayEdit && kept && { version: kept.id }),
      }}
    />
  );
  if (place.isFrame) return <Root kind="frame">{pane(place.config, place.changed, true)}</Root>;
  return (
    <Root>
      <Flex as="header" wrap="wrap" justify="space-between" gap="4">
        <Box flex="1 1 20rem">
          <h1>{messages.heading}</h1>
          <p className="rp-help">
            {messages.intro} {fillText(messages.version, { version: choices.version })}
          </p>
        </Box>
        <Flex wrap="wrap" align={session ? 'center' : 'start'} gap="{spacing.3} {spacing.4}">
          <LanguageSwitch />
          <Who session={session} onLeave={onLeave} />
        </Flex>
      </Flex>
      <RejectedChanges findings={choices.heldBack} />
      {kept && <Banner kind="info" title={fillText(work.lookingAt, { number: kept.id, ...kept })} />}
      <Workspace data-edit={mayEdit ? '' : undefined}>
        <Side>
          <StudioControls choices={choices} place={place} go={go} />
          <SettingToggles choices={choices} place={place} go={go} />
          <LawPart places={choices.places} law={place.law} />
          {mayEdit && session && owner && (
            <OwnerPublish key={owner.id} session={session} owner={owner} place={place} go={go} onDone={onChange} />
          )}
        </Side>
        {mayEdit && session && sources && (
          <Grid gap="4" alignContent="start" minWidth="0">
            <EditPanel
              key={place.section}
              section={place.section}
              sources={live}
              head={sources.head}
              languages={choices.languages}
              services={services}
              owner={owner}
            />
            <DraftPublish session={session} live={live} newest={sources.head} onDone={onChange} />
          </Grid>
        )}
        <Panes data-two={place.other === undefined ? undefined : ''}>
          {place.isPhone ? <PhoneFrame /> : pane(place.config, place.changed, true)}
          {place.other !== undefined && pane(place.other, {}, false)}
        </Panes>
      </Workspace>
      {session && sources && (
        <CommentsPart
          section={place.section}
          subscriber={owner?.kind === 'subscriber' ? owner.id : null}
          sources={live}
          version={kept?.id ?? null}
          role={session.role}
        />
      )}
      {session && <HistoryPanel session={session} onOpen={({ id }) => go({ draft: id })} onChange={onChange} />}
    </Root>
  );
}

const none: Record<string, string> = {};

const withoutNulls = (changes: FileChanges) =>
  Object.fromEntries(Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== null));

function useKeptVersion(
  id: string | undefined,
  mayEdit: boolean,
  onOpened: (config: Record<string, string | undefined>) => void,
): ListedVersion | undefined {
  const { data } = useVersion(id);
  const opened = useRef('');
  // Synchronizes with the draft store.
  useEffect(() => {
    if (!data || !mayEdit || opened.current === data.version.id) return;
    opened.current = data.version.id;
    const { subscriber, head } = data.version;
    if (subscriber === null) draft.open(data.changes, head);
    else draft.openOwn(subscriber, data.changes[SETTINGS_FILE] ?? '', head);
    onOpened(subscriber === null ? {} : { config: subscriberConfig(subscriber), set: undefined });
  }, [data, mayEdit, onOpened]);
  return data?.version;
}

function Who({ session, onLeave }: { session: StudioSession | undefined; onLeave(): void }) {
  const work = useMessages('studio').work;
  const messages = useMessages('studio').page;
  if (!session)
    return (
      <Box as="details" maxWidth="28rem">
        <Box as="summary" minHeight="2.75rem" paddingBlock="2" cursor="pointer">
          {messages.lookOnly}
        </Box>
        <StudioLogin />
      </Box>
    );
  return (
    <Flex align="center" gap="4" maxWidth="28rem">
      <Box as="p" color="muted" fontSize="small" lineHeight="snug">
        {fillText(work.as, { name: session.name || session.email, role: work.roles[session.role] })}
      </Box>
      <Button onClick={onLeave}>{work.logout}</Button>
    </Flex>
  );
}

/** Lists why the saved files aren't active. */
function RejectedChanges({ findings }: { findings: StudioChoices['heldBack'] }) {
  const messages = useMessages('studio').page;
  if (findings.length === 0) return null;
  return (
    <Banner kind="warning" title={messages.heldBack}>
      <ul>
        {findings.map(({ code, file, line, path, fix }) => (
          <li key={`${code} ${file} ${path}`}>
            <code>
              schemas/{file}:{line}
            </code>{' '}
            {fix}
          </li>
        ))}
      </ul>
    </Banner>
  );
}

/** Shows the form in a phone-width iframe, 360 pixels. */
function PhoneFrame() {
  const messages = useMessages('studio').page;
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  params.delete('phone');
  params.delete('with');
  params.set('frame', '');
  return <Phone title={messages.frame} src={`/studio?${params}`} />;
}

function previewRequest(
  { section, type, language, law }: StudioPlace,
  subscriberSettings: SubscriberSettings,
  changed: SubscriberSettings['settings'],
): PreviewRequest {
  return {
    section,
    applicationType: type,
    overlay: { ...subscriberSettings, settings: { ...subscriberSettings.settings, ...changed } },
    ...(language && { language }),
    ...(law && { place: law }),
  };
}

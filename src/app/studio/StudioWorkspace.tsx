// Over 250 lines: connects a draft to every panel.
import { Flex } from '@chakra-ui/react/flex';
import { useEffect, useMemo, useState } from 'react';
import { watchFormsVersion } from '../../api/formsVersion';
import type { PreviewRequest, StudioChoices, StudioSession } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { onlyChanged } from '../../model/studio/diffLines';
import { mayDo } from '../../model/studio/roles';
import type { SubscriberSettings } from '../../model/types';
import { Banner } from '../ui/Banner';
import { CommentsPart } from './CommentsPart';
import { DraftPublish, OwnerPublish, SaveToSample } from './DraftPublish';
import { useDraft } from './draft';
import { sectionFiles, useDebounced } from './draftFiles';
import { focusChosen, focusEditor } from './editorFocus';
import { SettingsView } from './files/SettingsView';
import { TextsView } from './files/TextsView';
import { ViewSwitch } from './files/ViewSwitch';
import { HistoryPanel } from './HistoryPanel';
import { JsonPart } from './JsonPart';
import { LawPart } from './LawPart';
import { readWording } from './OwnMessages';
import { findSettings, ownerSettings, subscriberConfig, useOwner } from './owner';
import { PhoneFrame } from './PhoneFrame';
import { Panes, Part, Root, Side, Workspace } from './parts';
import { QuestionList } from './QuestionList';
import { QuestionPanel } from './QuestionPanel';
import { questionActions } from './questionActions';
import { RejectedChanges } from './RejectedChanges';
import { RehearsalPage } from './rehearsal/RehearsalPage';
import { RestructureMenu } from './restructure/RestructureMenu';
import { sectionTarget } from './restructure/restructureTarget';
import { StudioBar } from './StudioBar';
import { configOptions, SettingToggles, StudioControls } from './StudioControls';
import { StudioNav } from './StudioNav';
import { createStudioServices, StudioPane } from './StudioPane';
import { StudioPanel } from './StudioPanel';
import { previewRequest, useStudioPlace } from './studioPlace';
import { listenForUndo } from './undoKeys';
import { useProblems } from './useProblems';
import { useSectionWork } from './useSectionWork';
import { useStoredVersion } from './useStoredVersion';
import { Who } from './Who';

interface StudioWorkspaceProps {
  choices: StudioChoices;
  token: string;
  session: StudioSession | undefined;
  onLeave(): void;
  onChange(): void;
}

const DEBOUNCE_MS = 350;

export function StudioWorkspace({ choices, token, session, onLeave, onChange }: StudioWorkspaceProps) {
  const messages = useMessages('studio');
  const [place, go] = useStudioPlace();
  const mayEdit = session !== undefined && mayDo(session.role, 'edit');
  const work = useSectionWork(place, choices);
  const { section, live, questions } = work;
  const { changes } = useDraft();
  const debounced = useDebounced(changes, DEBOUNCE_MS);
  const [services] = useState(createStudioServices);
  // Synchronizes with the active forms version.
  useEffect(() => watchFormsVersion(onChange, choices.isLive), [choices.isLive, onChange]);
  // Synchronizes with the keyboard.
  useEffect(() => (mayEdit ? listenForUndo() : undefined), [mayEdit]);
  const stored = useStoredVersion(place.draft, mayEdit, (config) => go({ draft: undefined, ...config }));
  const owner = useOwner(choices, place.config, live, work.head);
  const settingsOf = (config: string) => findSettings(choices.configs, choices.subscribers, config);
  const own = mayEdit ? onlyChanged(debounced, live) : {};
  const isDraft = Object.keys(own).length > 0 || (owner !== undefined && owner.text !== owner.live);
  const { findings, count: problems } = useProblems(mayEdit ? own : {}, null);
  const title = choices.sections.find(({ name }) => name === section)?.title ?? section;
  const view = mayEdit ? place.view : 'questions';
  const question = questions.find(({ path }) => path.join('/') === place.question);
  const keys = useMemo(() => new Set(questions.map(({ path }) => path.join('/'))), [questions]);
  const choose = (key: string | undefined, isByKey = false) => {
    go({ question: key, ...((isByKey || place.panel !== 'form') && { panel: 'question' }) });
    if (isByKey) focusEditor(key === place.question);
  };
  const isGone = work.isLoaded && !(sectionFiles(section).schema in work.texts);
  const ownSection =
    mayEdit && work.isLoaded && !isGone && !place.isOwn ? sectionTarget(section, title, choices.steps) : undefined;
  const actions = questionActions(work, (key) => choose(key));
  const captions = configOptions(choices);
  const formQuestions = useMemo(
    () => ({ keys, chosen: place.question, isChanged: work.isChanged }),
    [keys, place.question, work.isChanged],
  );
  const toRequest = (config: string, set: SubscriberSettings['settings'], isFirst: boolean): PreviewRequest => ({
    ...previewRequest(place, isFirst && mayEdit ? ownerSettings(owner, settingsOf(config)) : settingsOf(config), set),
    ...(isFirst && mayEdit && Object.keys(own).length > 0 && { changes: own }),
    ...(isFirst && !mayEdit && stored && { version: stored.id }),
  });
  const pane = (config: string, set: SubscriberSettings['settings'], isFirst: boolean) => (
    <StudioPane
      key={`${section} ${config} ${isFirst}`}
      config={config}
      caption={place.other === undefined ? undefined : captions.find(({ value }) => value === config)?.label}
      token={token}
      version={choices.version}
      questions={isFirst && mayEdit && work.isLoaded ? formQuestions : undefined}
      onChoose={choose}
      wish={toRequest(config, set, isFirst)}
    />
  );
  if (place.isFrame) return <Root kind="frame">{pane(place.config, place.changed, true)}</Root>;
  const isRehearsing = place.rehearsed !== undefined;
  const viewTitle = view === 'questions' ? title : messages.files.views[view];
  const barTitle = isRehearsing ? messages.rehearsal.title : viewTitle;
  const isSet = owner?.kind === 'subscriber' && Object.keys(place.changed).length > 0;
  const mayRehearse = mayEdit ? isDraft || isSet : stored !== undefined;
  const rehearsed = !mayEdit && stored?.subscriber ? subscriberConfig(stored.subscriber) : place.config;
  const ownTexts = owner && place.isOwn ? readWording(owner.text, section) : {};
  const badgeOf = (path: readonly string[]) => {
    if (ownTexts[path.join('/')]) return messages.work.ownBadge;
    return mayEdit && work.isLoaded && work.isChanged(path) ? messages.work.changed : undefined;
  };
  const shared = {
    ...{ work, languages: choices.languages, findings, chosen: place.file },
    onOpen: (file: string) => go({ file, panel: 'form' }),
  };
  return (
    <Root>
      <StudioBar
        title={barTitle}
        isDraft={isDraft}
        mayEdit={mayEdit}
        problems={problems}
        onPublish={() => go({ panel: 'publish', rehearse: undefined })}
        onRehearse={mayRehearse && !isRehearsing ? () => go({ rehearse: '' }) : undefined}
      >
        <Who session={session} onLeave={onLeave} />
      </StudioBar>
      <RejectedChanges findings={choices.heldBack} />
      {stored && <Banner kind="info" title={fillText(messages.work.lookingAt, { number: stored.id, ...stored })} />}
      {isRehearsing && (
        <RehearsalPage
          choices={choices}
          token={token}
          place={place}
          go={go}
          requests={{
            live: toRequest(rehearsed, owner?.kind === 'subscriber' ? {} : place.changed, false),
            draft: toRequest(rehearsed, place.changed, true),
          }}
        />
      )}
      {mayEdit && !isRehearsing && (
        <ViewSwitch view={view} onPick={(next) => go({ view: next, file: undefined, own: undefined, panel: 'form' })} />
      )}
      {/* Stays mounted, so that typed text isn't lost. */}
      <Workspace data-view={place.panel} hidden={isRehearsing}>
        {view === 'texts' && <TextsView {...shared} />}
        {view === 'settings' && <SettingsView {...shared} />}
        {view === 'questions' && (
          <>
            <StudioNav
              sections={choices.sections}
              place={place}
              onOpen={(name, key) => {
                go({ section: name, question: key, own: undefined, panel: key && mayEdit ? 'question' : 'form' });
              }}
            >
              {ownSection && (
                <RestructureMenu
                  key={section}
                  target={ownSection}
                  head={work.head}
                  onDone={() => go({ question: undefined })}
                />
              )}
              <QuestionList
                questions={questions}
                chosen={place.question}
                onChoose={choose}
                badgeOf={badgeOf}
                actions={mayEdit && !place.isOwn ? actions : undefined}
              />
            </StudioNav>
            <Panes data-two={place.other === undefined ? undefined : ''}>
              {isGone && <Banner kind="info" title={messages.restructure.gone} />}
              {!isGone && (place.isPhone ? <PhoneFrame /> : pane(place.config, place.changed, true))}
              {place.other !== undefined && pane(place.other, {}, false)}
              {mayEdit && work.isLoaded && !isGone && (
                <Part key={section} title={messages.work.showJson} isLazy>
                  <JsonPart section={section} texts={work.texts} head={work.head} />
                </Part>
              )}
            </Panes>
          </>
        )}
        <StudioPanel
          panel={place.panel}
          form={view === 'questions' ? undefined : messages.files.views[view]}
          onPick={(panel) => go({ panel })}
          problems={problems ?? 0}
          parts={{
            question: view === 'questions' && mayEdit && work.isLoaded && !isGone && (
              <QuestionPanel
                key={section}
                work={work}
                question={question}
                actions={actions}
                languages={choices.languages}
                services={services}
                owner={owner}
                isOwn={place.isOwn && owner !== undefined}
                onOwn={(isOwn) => go({ own: isOwn ? '' : undefined })}
                onLeave={() => {
                  go({ panel: 'form' });
                  focusChosen(section);
                }}
              />
            ),
            preview: view === 'questions' && (
              <Side>
                <StudioControls choices={choices} place={place} go={go} />
                <SettingToggles choices={choices} place={place} go={go} files={work.files} />
                {mayEdit && owner && <SaveToSample owner={owner} place={place} go={go} />}
                <LawPart places={choices.places} law={place.law} />
              </Side>
            ),
            publish: mayEdit && session && (
              <Flex direction="column" gap="5">
                {owner && (
                  <OwnerPublish
                    key={owner.id}
                    session={session}
                    owner={owner}
                    languages={choices.languages}
                    place={place}
                    go={go}
                    onDone={onChange}
                  />
                )}
                <DraftPublish session={session} work={work} languages={choices.languages} go={go} onDone={onChange} />
              </Flex>
            ),
            history: session && (
              <Flex direction="column" gap="5">
                {work.isLoaded && (
                  <CommentsPart
                    section={section}
                    subscriber={owner?.kind === 'subscriber' ? owner.id : null}
                    files={work.files}
                    version={stored?.id ?? null}
                    role={session.role}
                  />
                )}
                <HistoryPanel session={session} onOpen={({ id }) => go({ draft: id })} onChange={onChange} />
              </Flex>
            ),
          }}
        />
      </Workspace>
    </Root>
  );
}

import { Grid } from '@chakra-ui/react/grid';
import { useMemo } from 'react';
import type { StudioChoices, StudioSession } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { setTranslation, withSettings } from '../../model/studio/customText';
import { onlyChanged } from '../../model/studio/diffLines';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { confirm } from '../ui/QuestionHost';
import { draft, useDraft } from './draft';
import { addTranslation } from './MissingTranslations';
import { MergePart } from './merge/MergePart';
import { type Owner, writeOwner } from './owner';
import { PublishPanel } from './PublishPanel';
import { formatSettings, parseSettings, type StudioPlace } from './studioPlace';
import type { SectionWork } from './useSectionWork';

interface DraftPublishProps {
  session: StudioSession;
  work: SectionWork;
  languages: StudioChoices['languages'];
  go(parts: Record<string, string | undefined>): void;
  onDone(): void;
}

export function DraftPublish({ session, work, languages, go, onDone }: DraftPublishProps) {
  const messages = useMessages('studio').work;
  const { live } = work;
  const now = useDraft();
  const { changes } = now;
  const others = useMemo(() => onlyChanged(changes, live), [changes, live]);
  function translate(language: string, text: string, word: string) {
    const file = `translations/${language}.json`;
    draft.put(addTranslation(file, work.texts[file] ?? '{}', text, word), now.head);
  }
  async function discard() {
    if (await confirm({ title: messages.discardAsk })) draft.discard();
  }
  return (
    <Grid as="section" gap="3" minWidth="0" aria-label={messages.findings}>
      <MergePart
        draft={{ subscriber: null, changes: others, head: now.head }}
        newest={work.head}
        files={work.files}
        onMerged={draft.rebase}
      >
        <PublishPanel
          session={session}
          subscriber={null}
          changes={others}
          live={live}
          head={now.head}
          explain={{ fileAt: (file) => work.files[file], languages, onTranslate: translate }}
          repairs={{
            work,
            onOpen: (section, question) => go({ view: undefined, section, question, panel: 'question' }),
            onOpenFile: (file, path) =>
              go(
                file.startsWith('texts/')
                  ? { view: 'texts', file: `${file}${path}`, panel: 'form' }
                  : { view: 'settings', file, panel: 'form' },
              ),
          }}
          onAdd={(more) => draft.replace({ ...draft.read().changes, ...more }, now.head)}
          onDone={() => {
            draft.finish();
            onDone();
          }}
        />
      </MergePart>
      {Object.keys(others).length > 0 && (
        <Button justifySelf="start" onClick={() => void discard()}>
          {messages.discard}
        </Button>
      )}
    </Grid>
  );
}

interface OwnerPublishProps {
  session: StudioSession;
  owner: Owner;
  languages: StudioChoices['languages'];
  place: StudioPlace;
  go(parts: Record<string, string | undefined>): void;
  onDone(): void;
}

/** A button that saves changed settings to the sample's file in the draft. */
export function SaveToSample({ owner, place, go }: Pick<OwnerPublishProps, 'owner' | 'place' | 'go'>) {
  const work = useMessages('studio').work;
  const text = useOwnerText(owner, place);
  if (owner.kind !== 'sample' || Object.keys(place.changed).length === 0) return null;
  return (
    <Button
      onClick={() => {
        writeOwner(owner, text);
        go({ set: undefined });
        announce(fillText(work.savedToSample, { name: owner.name }));
      }}
    >
      {work.saveToSample}
    </Button>
  );
}

function useOwnerText(owner: Owner, place: StudioPlace): string {
  const set = formatSettings(place.changed);
  return useMemo(() => (set ? withSettings(owner.text, parseSettings(set)) : owner.text), [owner.text, set]);
}

export function OwnerPublish({ session, owner, languages, place, go, onDone }: OwnerPublishProps) {
  const work = useMessages('studio').work;
  const { kind, id, name, file, live, head } = owner;
  const text = useOwnerText(owner, place);
  const changes = useMemo(() => onlyChanged({ [file]: text }, { [file]: live }), [file, text, live]);
  if (kind === 'sample' || Object.keys(changes).length === 0) return null;
  return (
    <Grid as="section" gap="3" minWidth="0" aria-label={work.settingsNow}>
      <p className="rp-help">{fillText(work.subscriberChanged, { name })}</p>
      <MergePart
        draft={{ subscriber: id, changes, head }}
        newest={owner.newest}
        onMerged={(merged, base) => {
          draft.rebaseOwn(id, merged[file] ?? text, base);
          go({ set: undefined });
        }}
      >
        <PublishPanel
          session={session}
          subscriber={id}
          changes={changes}
          live={{ [file]: live }}
          head={head}
          explain={{
            fileAt: () => JSON.parse(text),
            languages,
            onTranslate: (language, source, word) =>
              writeOwner(owner, setTranslation(owner.text, language, source, word)),
          }}
          onDone={() => {
            reset();
            onDone();
          }}
        />
      </MergePart>
      <Button justifySelf="start" onClick={reset}>
        {fillText(work.discardOwn, { name })}
      </Button>
    </Grid>
  );

  function reset() {
    draft.resetOwn(id);
    go({ set: undefined });
  }
}

import { Grid } from '@chakra-ui/react/grid';
import { useMemo } from 'react';
import type { StudioSession } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { withSettings } from '../../model/studio/customText';
import { onlyChanged } from '../../model/studio/diffLines';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { confirm } from '../ui/QuestionHost';
import { draft, useDraft } from './draft';
import { MergePart } from './merge/MergePart';
import { type Owner, writeOwner } from './owner';
import { PublishPanel } from './PublishPanel';
import { formatSettings, parseSettings, type StudioPlace } from './studioPlace';

interface DraftPublishProps {
  session: StudioSession;
  live: Record<string, string>;
  /** The active version now. */
  newest: number;
  onDone(): void;
}

/** Publishes or discards the draft. */
export function DraftPublish({ session, live, newest, onDone }: DraftPublishProps) {
  const work = useMessages('studio').work;
  const now = useDraft();
  const { changes } = now;
  const others = useMemo(() => onlyChanged(changes, live), [changes, live]);
  async function discard() {
    if (await confirm({ title: work.discardAsk })) draft.discard();
  }
  return (
    <Grid as="section" gap="3" minWidth="0" aria-label={work.findings}>
      <MergePart
        draft={{ subscriber: null, changes: others, head: now.head }}
        newest={newest}
        live={live}
        onMerged={draft.open}
      />
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
      {Object.keys(others).length > 0 && (
        <Button justifySelf="start" onClick={() => void discard()}>
          {work.discard}
        </Button>
      )}
    </Grid>
  );
}

interface OwnerPublishProps {
  session: StudioSession;
  owner: Owner;
  place: StudioPlace;
  go(parts: Record<string, string | undefined>): void;
  onDone(): void;
}

/** Publishes a sample's settings with the common draft. */
export function OwnerPublish({ session, owner, place, go, onDone }: OwnerPublishProps) {
  const work = useMessages('studio').work;
  const { kind, id, name, file, live, head } = owner;
  const set = formatSettings(place.changed);
  const text = useMemo(() => (set ? withSettings(owner.text, parseSettings(set)) : owner.text), [owner.text, set]);
  const changes = useMemo(() => onlyChanged({ [file]: text }, { [file]: live }), [file, text, live]);
  if (kind === 'sample') return set ? <Button onClick={keep}>{work.sampleKeep}</Button> : null;
  if (Object.keys(changes).length === 0) return null;
  return (
    <Grid as="section" gap="3" minWidth="0" aria-label={work.settingsNow}>
      <p className="rp-help">{fillText(work.subscriberChanged, { name })}</p>
      <MergePart
        draft={{ subscriber: id, changes, head }}
        newest={owner.newest}
        live={{ [file]: live }}
        onMerged={(merged, base) => {
          draft.openOwn(id, merged[file] ?? text, base);
          go({ set: undefined });
        }}
      />
      <PublishPanel
        session={session}
        subscriber={id}
        changes={changes}
        live={{ [file]: live }}
        head={head}
        onDone={() => {
          reset();
          onDone();
        }}
      />
      <Button justifySelf="start" onClick={reset}>
        {fillText(work.discardOwn, { name })}
      </Button>
    </Grid>
  );

  function keep() {
    writeOwner(owner, text);
    go({ set: undefined });
    announce(fillText(work.sampleKept, { file }));
  }

  function reset() {
    draft.resetOwn(id);
    go({ set: undefined });
  }
}

import { Grid } from '@chakra-ui/react/grid';
import { useMemo } from 'react';
import texts from '../../../schemas/texts/studio.json';
import type { StudioSession } from '../../contract/studio';
import { onlyChanged } from '../../model/diffLines';
import { fillText } from '../../model/fillText';
import { withSettings } from '../../model/ownWords';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { confirm } from '../ui/QuestionHost';
import { draft, useDraft } from './draft';
import { type Owner, writeOwner } from './owner';
import { PublishPanel } from './PublishPanel';
import { formatSettings, parseSettings, type StudioPlace } from './studioPlace';

const work = texts.work;

interface DraftPublishProps {
  session: StudioSession;
  live: Record<string, string>;
  onDone(): void;
}

/** Publishes the draft, or throws it away. */
export function DraftPublish({ session, live, onDone }: DraftPublishProps) {
  const now = useDraft();
  const { changes } = now;
  const others = useMemo(() => onlyChanged(changes, live), [changes, live]);
  async function discard() {
    if (await confirm({ title: work.discardAsk })) draft.discard();
  }
  return (
    <Grid as="section" gap="3" minWidth="0" aria-label={work.findings}>
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

/** Settings and words that were changed for one subscriber, ready to be published; a sample's settings join the draft of everybody's files. */
export function OwnerPublish({ session, owner, place, go, onDone }: OwnerPublishProps) {
  const { kind, id, name, file, live, head } = owner;
  const set = formatSettings(place.changed);
  const text = useMemo(() => (set ? withSettings(owner.text, parseSettings(set)) : owner.text), [owner.text, set]);
  const changes = useMemo(() => onlyChanged({ [file]: text }, { [file]: live }), [file, text, live]);
  if (kind === 'sample') return set ? <Button onClick={keep}>{work.sampleKeep}</Button> : null;
  if (Object.keys(changes).length === 0) return null;
  return (
    <Grid as="section" gap="3" minWidth="0" aria-label={work.settingsNow}>
      <p className="rp-help">{fillText(work.subscriberChanged, { name })}</p>
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
    draft.putOwn(id);
    go({ set: undefined });
  }
}

import { useState } from 'react';
import { useRehearsal } from '../../../api/studio';
import type { PreviewRequest, Rehearsal, StudioChoices } from '../../../contract/studio';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { Banner } from '../../ui/Banner';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { AffectedRows, Frames, Mark, Rehearsed, Side, Tools } from '../parts';
import { failureReason } from '../StudioPane';
import type { StudioPlace } from '../studioPlace';
import { DifferingSteps } from './DifferingSteps';
import { RehearsalControls } from './RehearsalControls';
import { RehearsalFrame } from './RehearsalFrame';
import { differencesAt, type FrameName, findSeen, type SectionDifference } from './rehearsed';

interface RehearsalPageProps {
  choices: StudioChoices;
  token: string;
  place: StudioPlace;
  go(parts: Record<string, string | undefined>): void;
  requests: Record<FrameName, PreviewRequest>;
}

/** Shows the draft and the live form with a persona's answers. Nothing is saved. */
export function RehearsalPage(props: RehearsalPageProps) {
  const messages = useMessages('studio').rehearsal;
  const { go, token, choices, requests } = props;
  const { overlay: liveOverlay } = requests.live;
  const { overlay, place, changes, version } = requests.draft;
  const wanted = { overlay, liveOverlay, ...(place && { place }), ...(changes && { changes }) };
  const { data, error } = useRehearsal(token, { ...wanted, ...(version && { version }) }, choices.version);
  return (
    <Rehearsed>
      <p className="rp-help">{messages.lead}</p>
      <div>
        <Button onClick={() => go({ rehearse: undefined, as: undefined })}>{messages.back}</Button>
      </div>
      {error && <Banner kind="error" title={fillText(messages.failed, { reason: failureReason(error) })} />}
      {!error && !data && (
        <Side>
          <Skeleton fields={6} />
        </Side>
      )}
      {!error && data && <Compared {...props} rehearsal={data} />}
    </Rehearsed>
  );
}

function Compared({ rehearsal, ...props }: RehearsalPageProps & { rehearsal: Rehearsal }) {
  const messages = useMessages('studio').rehearsal;
  const [shown, show] = useState<FrameName>('draft');
  const { choices, place, go } = props;
  const seen = findSeen(rehearsal, place);
  if (!seen) return null;
  const differences = differencesAt(rehearsal, seen);
  return (
    <>
      <DifferingSteps rehearsal={rehearsal} seen={seen} choices={choices} go={go} />
      <RehearsalControls rehearsal={rehearsal} seen={seen} choices={choices} go={go} />
      <SeenDifferences differences={differences} />
      <Tools data-tabs="" role="group" aria-label={messages.frames}>
        {FRAMES.map((name) => (
          <Button key={name} aria-pressed={shown === name} onClick={() => show(name)}>
            {messages[name]}
          </Button>
        ))}
      </Tools>
      <Frames data-shown={shown}>
        {FRAMES.map((name) => (
          <RehearsalFrame
            key={name}
            frame={name}
            token={props.token}
            version={choices.version}
            request={props.requests[name]}
            seen={seen}
            differences={differences}
          />
        ))}
      </Frames>
    </>
  );
}

function SeenDifferences({ differences }: { differences: readonly SectionDifference[] }) {
  const messages = useMessages('studio').rehearsal;
  const questions = differences.flatMap(({ section, questions: theirs }) =>
    theirs.map((question) => ({ ...question, section })),
  );
  return (
    <div>
      <p role="status">
        <strong>
          {questions.length === 0 ? messages.none : fillText(messages.differ, { count: questions.length })}
        </strong>
      </p>
      <AffectedRows>
        {questions.map(({ section, key, label, how }) => (
          <li key={`${section} ${key}`}>
            {label} <Mark>{messages.how[how]}</Mark>
          </li>
        ))}
      </AffectedRows>
    </div>
  );
}

const FRAMES = ['live', 'draft'] as const;

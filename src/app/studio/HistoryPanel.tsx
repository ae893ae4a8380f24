import { useState } from 'react';
import { useSWRConfig } from 'swr';
import texts from '../../../schemas/texts/studio.json';
import { toApiError } from '../../api/apiError';
import { mendsOf, undoVersion, useStudioActs, useVersions, withdrawVersion } from '../../api/studio';
import type { ListedVersion, StudioSession } from '../../contract/studio';
import { fillText } from '../../model/fillText';
import { formatMoment } from '../../model/format';
import { chosenLanguage } from '../language/servedWords';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { Acts, Mark, Part, Versions } from './parts';

const said = texts.work;

interface HistoryPanelProps {
  session: StudioSession;
  onOpen(version: ListedVersion): void;
  /** Something else is live now. */
  onChange(): void;
}

/** Every version with its note and its name, what can be taken back, and who did what. */
export function HistoryPanel({ session, onOpen, onChange }: HistoryPanelProps) {
  const { data } = useVersions();
  const { mutate } = useSWRConfig();
  const [problem, setProblem] = useState('');
  const mayPublish = session.role === 'publish';
  async function act(work: () => Promise<ListedVersion>) {
    setProblem('');
    try {
      const version = await work();
      announce(fillText(said.saved, { number: version.live_no ?? version.id, state: said.states[version.state] }));
      onChange();
    } catch (cause) {
      const error = toApiError(cause);
      setProblem([error.message, ...mendsOf(error)].join(' '));
    }
    await Promise.all([mutate('studio/versions'), mutate('studio/acts')]);
  }
  const versions = data?.versions ?? [];
  const undone = new Set(versions.map(({ undoes }) => undoes));
  return (
    <Part title={said.history}>
      {problem && <Banner kind="error" title={problem} />}
      {versions.length === 0 && <p className="rp-help">{said.noVersions}</p>}
      <Versions>
        {versions.map((version) => {
          const { id, state, note, author, files, live_no, subscriber, findings } = version;
          const number = String(live_no ?? id);
          return (
            <li key={id}>
              <p>
                <strong>{note}</strong> <Mark>{said.states[state]}</Mark>
              </p>
              <p className="rp-help">
                {number} · {author} · {momentOf(version)} · {subscriber ?? said.forAll} · {files.join(', ')}
              </p>
              {findings.map(({ code, mend }) => (
                <p key={`${code} ${mend}`} className="rp-error">
                  {mend}
                </p>
              ))}
              <div className="rp-buttons">
                {mayPublish && state === 'live' && !undone.has(id) && (
                  <Button
                    aria-label={fillText(said.undoAria, { number })}
                    onClick={() => void act(() => undoVersion(id))}
                  >
                    {said.undo}
                  </Button>
                )}
                {state === 'draft' && <Button onClick={() => onOpen(version)}>{said.open}</Button>}
                {(state === 'draft' || (state === 'scheduled' && mayPublish)) && session.role !== 'look' && (
                  <Button onClick={() => void act(() => withdrawVersion(id))}>{said.withdraw}</Button>
                )}
              </div>
            </li>
          );
        })}
      </Versions>
      {mayPublish && <Trail />}
    </Part>
  );
}

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;

function momentOf({ live_at, due_at, saved_at }: ListedVersion): string {
  return formatMoment(live_at ?? due_at ?? saved_at, MOMENT, chosenLanguage());
}

const actWords: Record<string, string | undefined> = said.acts;

/** Who did what, the newest first. */
function Trail() {
  const { data } = useStudioActs(true);
  return (
    <>
      <h3>{said.trail}</h3>
      <Acts>
        {data?.acts.map(({ at, kind, author, version, detail }) => (
          <li key={`${at} ${kind} ${version}`}>
            {formatMoment(at, MOMENT, chosenLanguage())} · {author} · {actWords[kind] ?? kind} {version} {detail}
          </li>
        ))}
      </Acts>
    </>
  );
}

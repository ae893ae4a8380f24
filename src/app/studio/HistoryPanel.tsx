import { useState } from 'react';
import { useSWRConfig } from 'swr';
import texts from '../../../schemas/texts/studio.json';
import { toApiError } from '../../api/apiError';
import { undoVersion, useStudioActs, useVersions, withdrawVersion } from '../../api/studio';
import type { ListedVersion, StudioSession } from '../../contract/studio';
import { fillText } from '../../model/fillText';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';

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
      const { message, records } = toApiError(cause);
      const { findings = [] } = Object(records) as { findings?: { mend: string }[] };
      setProblem([message, ...findings.map(({ mend }) => mend)].join(' '));
    }
    await Promise.all([mutate('studio/versions'), mutate('studio/acts')]);
  }
  const versions = data?.versions ?? [];
  const undone = new Set(versions.map(({ undoes }) => undoes));
  return (
    <details className="st-part">
      <summary>{said.history}</summary>
      {problem && <Banner kind="error" title={problem} />}
      {versions.length === 0 && <p className="rp-help">{said.noVersions}</p>}
      <ol className="st-history">
        {versions.map((version) => {
          const { id, state, note, author, files, live_no, subscriber, findings } = version;
          const number = String(live_no ?? id);
          return (
            <li key={id}>
              <p>
                <strong>{note}</strong> <span className="st-badge">{said.states[state]}</span>
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
      </ol>
      {mayPublish && <Trail />}
    </details>
  );
}

function momentOf({ live_at, due_at, saved_at }: ListedVersion): string {
  return new Date(live_at ?? due_at ?? saved_at).toLocaleString();
}

/** Who did what, the newest first. */
function Trail() {
  const { data } = useStudioActs(true);
  return (
    <>
      <h3>{said.trail}</h3>
      <ol className="st-trail">
        {data?.acts.map(({ at, kind, author, version, detail }) => (
          <li key={`${at} ${kind} ${version}`}>
            {new Date(at).toLocaleString()} · {author} · {kind} {version} {detail}
          </li>
        ))}
      </ol>
    </>
  );
}

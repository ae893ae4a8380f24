import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { toApiError } from '../../api/apiError';
import {
  isActiveFilesKey,
  suggestedFixes,
  undoVersion,
  useAuditLog,
  useVersions,
  withdrawVersion,
} from '../../api/studio';
import type { ListedVersion, StudioSession } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { chosenLanguage } from '../language/servedMessages';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { Acts, Mark, Part, SmallHeading, Versions } from './parts';

interface HistoryPanelProps {
  session: StudioSession;
  onOpen(version: ListedVersion): void;
  /** Called after a version was undone or withdrawn. */
  onChange(): void;
}

export function HistoryPanel({ session, onOpen, onChange }: HistoryPanelProps) {
  const messages = useMessages('studio').work;
  const { data } = useVersions();
  const { mutate } = useSWRConfig();
  const [problem, setProblem] = useState<{ title: string; retry?: () => void }>();
  const mayPublish = session.role === 'publish';
  async function runAction(work: () => Promise<ListedVersion>, anyway?: () => void) {
    setProblem(undefined);
    try {
      const version = await work();
      announce(
        fillText(messages.saved, { number: version.live_no ?? version.id, state: messages.states[version.state] }),
      );
      onChange();
    } catch (cause) {
      const error = toApiError(cause);
      const title = [error.message, ...suggestedFixes(error)].join(' ');
      setProblem({ title, ...(error.code === 'answersStored' && { retry: anyway }) });
    }
    await Promise.all([mutate('studio/versions'), mutate('studio/acts'), mutate(isActiveFilesKey)]);
  }
  const undo = (id: string) =>
    void runAction(
      () => undoVersion(id),
      () => void runAction(() => undoVersion(id, true)),
    );
  const versions = data?.versions ?? [];
  const undone = new Set(versions.map(({ undoes }) => undoes));
  return (
    <>
      <SmallHeading>{messages.history}</SmallHeading>
      {problem && (
        <Banner kind="error" title={problem.title}>
          {problem.retry && <Button onClick={problem.retry}>{messages.publishAnyway}</Button>}
        </Banner>
      )}
      {versions.length === 0 && <p className="rp-help">{messages.noVersions}</p>}
      <Versions>
        {versions.map((version) => {
          const { id, state, note, author, files, live_no, subscriber, findings } = version;
          const number = String(live_no ?? id);
          return (
            <li key={id}>
              <p>
                <strong>{note}</strong> <Mark>{messages.states[state]}</Mark>
              </p>
              <p className="rp-help">
                {number} · {author} · {shownMoment(version)} · {subscriber ?? messages.forAll}
              </p>
              <Part title={messages.showJson} isLazy>
                <code>{files.join(', ')}</code>
              </Part>
              {findings.map(({ code, fix }) => (
                <p key={`${code} ${fix}`} className="rp-error">
                  {fix}
                </p>
              ))}
              <div className="rp-buttons">
                {mayPublish && state === 'live' && !undone.has(id) && (
                  <Button aria-label={fillText(messages.undoAria, { number })} onClick={() => undo(id)}>
                    {messages.undo}
                  </Button>
                )}
                {(state === 'draft' || state === 'refused') && (
                  <Button onClick={() => onOpen(version)}>{messages.open}</Button>
                )}
                {(state === 'draft' || (state === 'scheduled' && mayPublish)) && session.role !== 'look' && (
                  <Button onClick={() => void runAction(() => withdrawVersion(id))}>{messages.withdraw}</Button>
                )}
              </div>
            </li>
          );
        })}
      </Versions>
      {mayPublish && <AuditLog />}
    </>
  );
}

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;

function shownMoment({ live_at, due_at, saved_at }: ListedVersion): string {
  return formatMoment(live_at ?? due_at ?? saved_at, MOMENT, chosenLanguage());
}

function AuditLog() {
  const messages = useMessages('studio').work;
  const actionNames: Record<string, string | undefined> = messages.acts;
  const { data } = useAuditLog(true);
  return (
    <Part title={messages.trail}>
      <Acts>
        {data?.acts.map(({ at, kind, author, version, detail }) => (
          <li key={`${at} ${kind} ${version}`}>
            {formatMoment(at, MOMENT, chosenLanguage())} · {author} · {actionNames[kind] ?? kind} {version} {detail}
          </li>
        ))}
      </Acts>
    </Part>
  );
}

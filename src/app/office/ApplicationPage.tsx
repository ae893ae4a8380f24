import { Fragment, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { fileAddress, useOfficeApplication, useOfficeRecord } from '../../api/office';
import type { OfficeApplication, OfficeSession, Revealed, SectionAnswers } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import type { RevealKind } from '../../model/office';
import { officeFile } from '../../model/office';
import { AnswerSection } from '../form/AnswerCards';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { DecisionPanel } from './DecisionPanel';
import { CoverageCalendar, DocumentCards } from './DocumentCards';
import { DocumentChecks } from './DocumentChecks';
import { DutiesPanel } from './DutiesPanel';
import { formatDate, formatDateTime } from './dates';
import { MoneyPanel } from './MoneyPanel';
import { NotesPanel } from './NotesPanel';
import { RevealDialog, RevealPanel } from './RevealPanel';

export function ApplicationPage({ session }: { session: OfficeSession }) {
  const messages = useMessages('office');
  const { id = '' } = useParams();
  return (
    <>
      <p className="of-back">
        <Link to="/office">{messages.back}</Link>
      </p>
      <ApplicationView id={id} session={session} />
    </>
  );
}

/** One application, on its own page or on its household's. */
export function ApplicationView({ id, session }: { id: string; session: OfficeSession }) {
  const messages = useMessages('office');
  const { data, error, mutate } = useOfficeApplication(id);
  const reload = () => void mutate();
  return (
    <>
      {!data && !error && <Skeleton lines={10} />}
      {error && !data && (
        <Banner kind="error" title={fillText(messages.failed, { reason: error.message })}>
          <Button onClick={reload}>{messages.retry}</Button>
        </Banner>
      )}
      {data && <Application key={id} application={data} session={session} onChanged={reload} />}
    </>
  );
}

interface ApplicationProps {
  application: OfficeApplication;
  session: OfficeSession;
  onChanged(): void;
}

function Application({ application, session, onChanged }: ApplicationProps) {
  const messages = useMessages('office').application;
  const { documents, coverage, timeline } = application;
  const [asked, setAsked] = useState<readonly RevealKind[]>();
  const [shown, setShown] = useState<Revealed>();
  const mayReveal = session.scopes.includes('reveal');
  const onReveal = mayReveal ? setAsked : undefined;
  function showRevealed(revealed: Revealed) {
    setShown(revealed);
    setAsked(undefined);
    onChanged();
  }
  return (
    <>
      {asked && (
        <RevealDialog
          application={application}
          kinds={asked}
          onRevealed={showRevealed}
          onClose={() => setAsked(undefined)}
        />
      )}
      <Head application={application} />
      <DecisionPanel application={application} onChanged={onChanged} />
      <div className="of-columns">
        <div className="of-main">
          <DocumentChecks application={application} />
          <h2>{messages.answers}</h2>
          <ApplicationAnswers application={application} />
          <h2>{messages.documents}</h2>
          <DocumentCards id={application.id} documents={documents} onReveal={onReveal} />
          {coverage.length > 0 && <CoverageCalendar coverage={coverage} />}
          <RecordPanel application={application} onReveal={onReveal} />
        </div>
        <aside className="of-side">
          {mayReveal && (
            <RevealPanel application={application} shown={shown} onShow={setShown} onAsk={() => setAsked([])} />
          )}
          <DutiesPanel application={application} mayChange={session.scopes.includes('status')} onChanged={onChanged} />
          <MoneyPanel application={application} mayChange={session.scopes.includes('status')} />
          <NotesPanel application={application} mayWrite={session.scopes.includes('status')} onChanged={onChanged} />
          <section className="of-panel" aria-labelledby="timeline">
            <h2 id="timeline">{messages.timeline}</h2>
            <ol className="of-timeline">
              {timeline.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two things may happen in one moment, and their order never changes.
                <li key={`${timeline.length - index}`}>
                  <strong>{entry.title}</strong>
                  {entry.text && <p>{entry.text}</p>}
                  {entry.letter && (
                    <details>
                      <summary>{messages.letter}</summary>
                      <p className="of-letter">{entry.letter}</p>
                    </details>
                  )}
                  <p className="rp-help">{[entry.by, formatDateTime(entry.at)].filter(Boolean).join(', ')}</p>
                </li>
              ))}
            </ol>
          </section>
        </aside>
      </div>
    </>
  );
}

/** Which law applies, and what it asks of the office now. */
function LawNote({ law: { title, notes } }: Pick<OfficeApplication, 'law'>) {
  const messages = useMessages('office').application;
  return (
    <p className="rp-note">
      {fillText(messages.law, { place: title })} {notes.join(' ')} {messages.lawNote}
    </p>
  );
}

function EmailNote({ problem }: { problem: OfficeApplication['email_problem'] }) {
  const messages = useMessages('office').application.emailProblem;
  if (!problem) return null;
  const { kind, at, reason, is_stopped: isStopped } = problem;
  return (
    <Banner kind="warning" title={fillText(messages[kind], { date: formatDate(at) })}>
      <p>
        {isStopped ? messages.stopped : messages.continues} {reason && <q translate="no">{reason}</q>}
      </p>
    </Banner>
  );
}

function Head({ application }: { application: OfficeApplication }) {
  const messages = useMessages('office').application;
  const { id, name, place, status, submitted_at, move_in, household, income, rent, email } = application;
  const facts = [
    fillText(messages.number, { number: id }),
    place,
    fillText(messages.submitted, { date: formatDate(submitted_at) }),
    move_in && fillText(messages.moveIn, { date: formatDate(`${move_in}T12:00:00Z`) }),
    household && fillText(messages.people, { n: household }),
    income !== null && fillText(messages.income, { income: formatDollars(income) }),
    rent !== null && fillText(messages.rent, { rent: formatDollars(rent) }),
  ].filter(Boolean);
  return (
    <header className="of-head">
      <PageHeading title={name}>
        <span translate="no">{name}</span>
      </PageHeading>
      <p>
        <span className="of-status" data-status={status}>
          {officeFile().statuses[status].title}
        </span>
      </p>
      <LawNote law={application.law} />
      <EmailNote problem={application.email_problem} />
      <ul className="of-facts">
        {facts.map((fact) => (
          <li key={String(fact)}>{fact}</li>
        ))}
        <li>
          <a href={`mailto:${email}`} translate="no">
            {email}
          </a>
        </li>
      </ul>
    </header>
  );
}

interface RecordPanelProps {
  application: OfficeApplication;
  /** Asks for a reason to reveal. Undefined without permission. */
  onReveal?(kinds: readonly RevealKind[]): void;
}

function RecordPanel({ application: { id, reveal }, onReveal }: RecordPanelProps) {
  const messages = useMessages('office');
  const { application } = messages;
  const [isAsked, setAsked] = useState(false);
  const { data, error, isValidating, mutate } = useOfficeRecord(id, isAsked, (reveal?.kinds ?? []).join());
  const verify = () => (isAsked ? void mutate() : setAsked(true));
  return (
    <section aria-labelledby="record">
      <h2 id="record">{application.record}</h2>
      {error && !isValidating && <Banner kind="error" title={error.message} />}
      {data && (
        <Banner kind={data.state === 'whole' ? 'success' : 'error'} title={application.states[data.state]}>
          {data.document && (
            <Button asChild>
              <a href={data.document} target="_blank" rel="noopener noreferrer">
                {data.hidden.length > 0 ? application.redactedPdf : application.pdf}
              </a>
            </Button>
          )}
          {data.document && data.hidden.length > 0 && onReveal && (
            <Button onClick={() => onReveal(data.hidden)}>{messages.reveal.button}</Button>
          )}
        </Banner>
      )}
      <Button disabled={isValidating} onClick={verify}>
        {application.verify}
      </Button>
    </section>
  );
}

/** The applicant's answers by step, masked. */
export function ApplicationAnswers({ application: { id, sections, documents } }: { application: OfficeApplication }) {
  // Files with masked facts open only from their card.
  const open = documents.filter(({ hidden }) => hidden.length === 0);
  const files = open.map((document) => ({
    path: document.path,
    name: document.name,
    address: () => fileAddress(id, document.id, 'file'),
  }));
  return groupBySteps(sections).map(([step, ofStep]) => (
    <Fragment key={step.id}>
      <h3>{step.title}</h3>
      {ofStep.map(({ section, card }) => (
        <AnswerSection key={section} card={card} files={files} />
      ))}
    </Fragment>
  ));
}

/** Groups sections by step, without empty ones. */
function groupBySteps(sections: readonly SectionAnswers[]): [{ id: string; title: string }, SectionAnswers[]][] {
  const steps: [{ id: string; title: string }, SectionAnswers[]][] = [];
  for (const section of sections.filter(({ card }) => card.parts.length > 0)) {
    const last = steps.at(-1);
    if (last?.[0].id === section.step) last[1].push(section);
    else steps.push([{ id: section.step, title: section.step_title }, [section]]);
  }
  return steps;
}

import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import { useOfficeApplication, verifyRecord } from '../../api/office';
import type { OfficeApplication, OfficeSession, SectionAnswers } from '../../contract/office';
import type { RecordState } from '../../contract/payment';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { PageHeading } from '../shell/PageHeading';
import { AnswerList } from '../ui/AnswerList';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { ActPanel } from './ActPanel';
import { DocumentCards } from './DocumentCards';
import { NotesPanel } from './NotesPanel';
import { dayOf, momentOf } from './officeDays';
import { RevealPanel } from './RevealPanel';

const said = texts.application;

/** One application: what it says, what its documents say, what happened, and what is next. */
export function ApplicationPage({ session }: { session: OfficeSession }) {
  const { id = '' } = useParams();
  const { data, error, mutate } = useOfficeApplication(id);
  const reload = () => void mutate();
  return (
    <>
      <p>
        <Link to="/office">{texts.back}</Link>
      </p>
      {!data && !error && <Skeleton lines={10} />}
      {error && !data && (
        <Banner kind="error" title={fillText(texts.failed, { reason: error.message })}>
          <Button onClick={reload}>{texts.retry}</Button>
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
  const { sections, documents, coverage, timeline } = application;
  return (
    <>
      <Head application={application} />
      <div className="of-columns">
        <div>
          <Findings application={application} />
          <h2>{said.answers}</h2>
          <div className="of-cards">
            {sections.map((section) => (
              <AnswerCard key={`${section.step}/${section.section}`} section={section} />
            ))}
          </div>
          <h2>{said.documents}</h2>
          <DocumentCards id={application.id} documents={documents} />
          {coverage.length > 0 && <CoverageCalendar coverage={coverage} />}
          <RecordPanel id={application.id} />
        </div>
        <aside className="of-side">
          <ActPanel application={application} onChanged={onChanged} />
          {session.scopes.includes('reveal') && <RevealPanel application={application} onRevealed={onChanged} />}
          <NotesPanel application={application} mayWrite={session.scopes.includes('status')} onChanged={onChanged} />
          <section className="of-panel" aria-labelledby="timeline">
            <h2 id="timeline">{said.timeline}</h2>
            <ol className="of-timeline">
              {timeline.map((entry, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two things may happen in one moment, and their order never changes.
                <li key={`${timeline.length - index}`}>
                  <strong>{entry.title}</strong>
                  {entry.text && <p>{entry.text}</p>}
                  <p className="rp-help">{[entry.by, momentOf(entry.at)].filter(Boolean).join(', ')}</p>
                </li>
              ))}
            </ol>
          </section>
        </aside>
      </div>
    </>
  );
}

function Head({ application }: { application: OfficeApplication }) {
  const { id, name, place, status, submitted_at, move_in, household, income, rent, email } = application;
  const facts = [
    fillText(said.number, { number: id }),
    place,
    fillText(said.submitted, { date: dayOf(submitted_at) }),
    move_in && fillText(said.moveIn, { date: dayOf(`${move_in}T12:00:00Z`) }),
    household && fillText(said.people, { n: household }),
    income !== null && fillText(said.income, { income: formatDollars(income) }),
    rent !== null && fillText(said.rent, { rent: formatDollars(rent) }),
  ].filter(Boolean);
  return (
    <header className="of-head">
      <PageHeading title={name}>
        <span translate="no">{name}</span>
      </PageHeading>
      <p>
        <span className="of-status" data-status={status}>
          {office.statuses[status].title}
        </span>
      </p>
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

/** The decision, what was asked for, and what the checks of the documents found. */
function Findings({ application: { decision, requests, validation_messages } }: { application: OfficeApplication }) {
  const found = Object.values(validation_messages)
    .flatMap((sources) => Object.values(sources))
    .flatMap(({ applicant }) => applicant)
    .filter(({ isDeleted, outcome }) => !isDeleted && outcome !== 'passed');
  return (
    <>
      {decision && (
        <section className="of-card" aria-labelledby="decision">
          <h2 id="decision">{said.decision}</h2>
          <p>
            <strong>{office.acts[decision.act].title}</strong>{' '}
            {[decision.by, momentOf(decision.at)].filter(Boolean).join(', ')}
          </p>
          <p>
            {said.bases}: {decision.bases.map((basis) => office.bases[basis].title).join(', ')}
          </p>
          {decision.reasons.length > 0 && (
            <p>
              {said.reasons}: {decision.reasons.map((reason) => office.reasons[reason].title).join(', ')}
            </p>
          )}
          {decision.conditions && <p>{decision.conditions}</p>}
          {decision.letter && (
            <details>
              <summary>{said.letter}</summary>
              <p className="of-letter">{decision.letter}</p>
            </details>
          )}
        </section>
      )}
      {requests.length > 0 && (
        <section className="of-card" aria-labelledby="requests">
          <h2 id="requests">{said.requests}</h2>
          <ul>
            {requests.map((request) => (
              <li key={request.id}>
                {[request.title, request.source].filter(Boolean).join(', ')}: {request.text} (
                {request.done ? said.came : said.awaited})
              </li>
            ))}
          </ul>
        </section>
      )}
      {found.length > 0 && (
        <section className="of-card" aria-labelledby="checks">
          <h2 id="checks">{said.checks}</h2>
          <ul className="of-found">
            {found.map(({ id, message, outcome, answer }) => (
              <li key={id} data-outcome={outcome}>
                <strong>{said.outcomes[outcome]}</strong>: {message}
                {answer && <p>{fillText(said.says, { answer })}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function AnswerCard({ section: { section, title, lines } }: { section: SectionAnswers }) {
  return (
    <details className="of-card" open>
      <summary>
        <h3>{title}</h3>
      </summary>
      <div data-section={section}>
        <AnswerList lines={lines} none="" />
      </div>
    </details>
  );
}

/** Which weeks or months of each source its documents cover, in words and by a mark. */
function CoverageCalendar({ coverage }: Pick<OfficeApplication, 'coverage'>) {
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">{said.coverage}</h2>
      {coverage.map(({ document_id, source_id, title, source, needed }) => (
        <div key={`${document_id}/${source_id}`} className="of-card">
          <h3>{[title, source].filter(Boolean).join(', ')}</h3>
          <ol className="of-calendar">
            {needed.map(({ from, to, covered }) => (
              <li key={from} data-covered={covered ? '' : undefined}>
                {dayOf(`${from}T12:00:00Z`)} – {dayOf(`${to}T12:00:00Z`)}: {covered ? said.covered : said.missing}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

function RecordPanel({ id }: { id: string }) {
  const [state, setState] = useState<RecordState>();
  const [isBusy, setBusy] = useState(false);
  async function verify() {
    setBusy(true);
    setState(await verifyRecord(id).catch(() => undefined));
    setBusy(false);
  }
  return (
    <section aria-labelledby="record">
      <h2 id="record">{said.record}</h2>
      {state && (
        <Banner kind={state.state === 'whole' ? 'success' : 'error'} title={said.states[state.state]}>
          {state.document && (
            <Button asChild>
              <a href={state.document} target="_blank" rel="noopener noreferrer">
                {said.pdf}
              </a>
            </Button>
          )}
        </Banner>
      )}
      <Button disabled={isBusy} onClick={() => void verify()}>
        {said.verify}
      </Button>
    </section>
  );
}

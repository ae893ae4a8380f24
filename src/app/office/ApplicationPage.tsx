import { Fragment, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import { fileAddress, useOfficeApplication, verifyRecord } from '../../api/office';
import type { OfficeApplication, OfficeSession, SectionAnswers } from '../../contract/office';
import type { RecordState } from '../../contract/payment';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { AnswerSection } from '../form/AnswerCards';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { ActPanel } from './ActPanel';
import { CoverageCalendar, DocumentCards } from './DocumentCards';
import { Findings } from './Findings';
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
      <p className="of-back">
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
  const { documents, coverage, timeline } = application;
  return (
    <>
      <Head application={application} />
      <ActPanel application={application} onChanged={onChanged} />
      <div className="of-columns">
        <div className="of-main">
          <Findings application={application} />
          <h2>{said.answers}</h2>
          <ApplicationAnswers application={application} />
          <h2>{said.documents}</h2>
          <DocumentCards id={application.id} documents={documents} />
          {coverage.length > 0 && <CoverageCalendar coverage={coverage} />}
          <RecordPanel id={application.id} />
        </div>
        <aside className="of-side">
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

/** What the applicant answered, by steps, as the applicant's own review shows it; what is masked is masked here. */
export function ApplicationAnswers({ application: { id, sections, documents } }: { application: OfficeApplication }) {
  const files = documents.map((document) => ({
    path: document.path,
    name: document.name,
    address: () => fileAddress(id, document.id, 'file'),
  }));
  return stepsOf(sections).map(([step, ofStep]) => (
    <Fragment key={step.id}>
      <h3>{step.title}</h3>
      {ofStep.map(({ section, card }) => (
        <AnswerSection key={section} card={card} files={files} />
      ))}
    </Fragment>
  ));
}

/** Sections of one step stand next to each other; what nobody answered is no card. */
function stepsOf(sections: readonly SectionAnswers[]): [{ id: string; title: string }, SectionAnswers[]][] {
  const steps: [{ id: string; title: string }, SectionAnswers[]][] = [];
  for (const section of sections.filter(({ card }) => card.parts.length > 0)) {
    const last = steps.at(-1);
    if (last?.[0].id === section.step) last[1].push(section);
    else steps.push([{ id: section.step, title: section.step_title }, [section]]);
  }
  return steps;
}

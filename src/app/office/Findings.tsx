import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import type { OfficeApplication } from '../../contract/office';
import { fillText } from '../../model/fillText';
import { momentOf } from './officeDays';

const said = texts.application;

/** The decision, what was asked for, and what the checks of the documents found. */
export function Findings({
  application: { decision, requests, validation_messages },
}: {
  application: OfficeApplication;
}) {
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

import type { OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { officeFile } from '../../model/office';
import { formatDateTime } from './dates';

export function DecisionAndRequests({ application: { decision, requests } }: { application: OfficeApplication }) {
  const messages = useMessages('office').application;
  return (
    <>
      {decision && (
        <section className="of-card" aria-labelledby="decision">
          <h2 id="decision">{messages.decision}</h2>
          <p>
            <strong>{officeFile().acts[decision.act].title}</strong>{' '}
            {[decision.by, formatDateTime(decision.at)].filter(Boolean).join(', ')}
          </p>
          <p>
            {messages.bases}: {decision.bases.map((basis) => officeFile().bases[basis].title).join(', ')}
          </p>
          {decision.reasons.length > 0 && (
            <p>
              {messages.reasons}: {decision.reasons.map((reason) => officeFile().reasons[reason].title).join(', ')}
            </p>
          )}
          {decision.conditions && <p>{decision.conditions}</p>}
          {decision.letter && (
            <details>
              <summary>{messages.letter}</summary>
              <p className="of-letter">{decision.letter}</p>
            </details>
          )}
        </section>
      )}
      {requests.length > 0 && (
        <section className="of-card" aria-labelledby="requests">
          <h2 id="requests">{messages.requests}</h2>
          <ul>
            {requests.map((request) => (
              <li key={request.id}>
                {[request.title, request.source].filter(Boolean).join(', ')}: {request.text} (
                {messages.requestStates[request.state]})
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

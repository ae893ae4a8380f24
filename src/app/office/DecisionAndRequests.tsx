import type { DocumentRequest, OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { officeFile } from '../../model/office';
import { formatDate, formatDateTime } from './dates';

export function DecisionAndRequests({ application: { decision, requests } }: { application: OfficeApplication }) {
  const messages = useMessages('office').application;
  const describeState = ({ state, due_at }: DocumentRequest): string =>
    [
      messages.requestStates[state],
      state === 'requested' && due_at && fillText(messages.requestDue, { date: formatDate(due_at) }),
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <>
      {decision && (
        <section className="of-card" aria-labelledby="decision">
          <h2 id="decision">{messages.decision}</h2>
          <p>
            <strong>{officeFile().acts[decision.act].done}</strong>{' '}
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
                {[request.title, request.source].filter(Boolean).join(', ')}: {request.text} ({describeState(request)})
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

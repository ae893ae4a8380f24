import type { Finding, OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { allowedActions } from '../../model/office';
import { Button } from '../ui/Button';

interface FindingListProps {
  application: OfficeApplication;
  /** Undefined if the user can't request documents now. */
  onAsk?(places: Finding['ask']): void;
  onShow(finding: Finding): void;
  shown?: Finding;
}

/** Lists what needs attention. Each item has at most one button. */
export function FindingList({ application, ...actions }: FindingListProps) {
  const messages = useMessages('office').application;
  const { findings } = application;
  const isOver = allowedActions(application.status, 'reviewer').length === 0;
  return (
    <section
      className="of-findings"
      aria-labelledby="findings"
      data-empty={findings.length === 0 ? '' : undefined}
      data-over={isOver ? '' : undefined}
    >
      <h2 id="findings">{isOver ? messages.findingsLeft : messages.findings}</h2>
      {findings.length === 0 && <p>{messages.nothing}</p>}
      <ul>
        {findings.map((finding) => (
          <li key={`${finding.kind} ${finding.title} ${finding.text}`} className="of-finding" data-kind={finding.kind}>
            <div className="of-finding-text">
              <strong>{finding.title}</strong>
              <p>{finding.text}</p>
            </div>
            <FindingAction finding={finding} email={isOver ? undefined : application.email} {...actions} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FindingActionProps extends Omit<FindingListProps, 'application'> {
  finding: Finding;
  /** Undefined if no more decisions are possible. */
  email?: string;
}

function FindingAction({ finding, email, onAsk, onShow, shown }: FindingActionProps) {
  const messages = useMessages('office').application;
  const what = finding.title;
  if (finding.documents.length > 0)
    return (
      <Button
        aria-pressed={shown === finding}
        aria-label={fillText(messages.showFor, { what })}
        onClick={() => onShow(finding)}
      >
        {messages.show}
      </Button>
    );
  if (finding.ask.length > 0 && onAsk)
    return (
      <Button aria-label={fillText(messages.askFor, { what })} onClick={() => onAsk(finding.ask)}>
        {messages.ask}
      </Button>
    );
  if (finding.kind !== 'questionnaire' || !email) return null;
  return (
    <Button asChild>
      <a href={`mailto:${email}`} aria-label={fillText(messages.emailFor, { what })}>
        {messages.email}
      </a>
    </Button>
  );
}

import type { Finding, OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { Button } from '../ui/Button';

interface DocumentChecklistProps {
  application: OfficeApplication;
  /** Undefined if the user can't request documents now. */
  onAsk?(places: Finding['ask']): void;
}

export function DocumentChecklist({ application: { may_ask }, onAsk }: DocumentChecklistProps) {
  const messages = useMessages('office').application;
  const documents = may_ask.filter(({ state }) => state !== 'optional');
  const missing = documents.filter(({ state }) => state === 'missing');
  return (
    <section aria-label={messages.required}>
      {documents.length === 0 && <p className="rp-help">{messages.noRequired}</p>}
      <ul className="of-required">
        {documents.map(({ document_id, source_id, title, source, state }) => (
          <li key={`${document_id}/${source_id}`} data-state={state}>
            <span>{[title, source].filter(Boolean).join(', ')}</span>
            <span>{messages.askableStates[state]}</span>
          </li>
        ))}
      </ul>
      {missing.length > 0 && onAsk && (
        <Button onClick={() => onAsk(missing.map(({ document_id, source_id }) => ({ document_id, source_id })))}>
          {messages.askMissing}
        </Button>
      )}
    </section>
  );
}

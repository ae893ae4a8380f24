import { useState } from 'react';
import { useOfficeRecord } from '../../api/office';
import type { OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import type { RevealKind } from '../../model/office';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';

interface RecordPanelProps {
  application: OfficeApplication;
  /** Prompts for a reason to reveal masked facts. Undefined without permission. */
  onReveal?(kinds: readonly RevealKind[]): void;
}

export function RecordPanel({ application: { id, reveal }, onReveal }: RecordPanelProps) {
  const messages = useMessages('office');
  const { application } = messages;
  const [isAsked, setAsked] = useState(false);
  const { data, error, isValidating, mutate } = useOfficeRecord(id, isAsked, (reveal?.kinds ?? []).join());
  const verify = () => (isAsked ? void mutate() : setAsked(true));
  return (
    <section className="of-panel" aria-labelledby="record">
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

import type { OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { formatDateTime } from './dates';

export function TimelinePanel({ timeline }: Pick<OfficeApplication, 'timeline'>) {
  const messages = useMessages('office').application;
  return (
    <section className="of-panel" aria-labelledby="timeline">
      <h2 id="timeline">{messages.timeline}</h2>
      <ol className="of-timeline">
        {timeline.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events can have the same time, and their order never changes.
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
  );
}

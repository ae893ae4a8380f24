import type { OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { formatDate } from './dates';

export function CoverageCalendar({ coverage }: Pick<OfficeApplication, 'coverage'>) {
  const messages = useMessages('office').application;
  if (coverage.length === 0) return null;
  return (
    <section aria-labelledby="coverage">
      <h3 id="coverage">{messages.coverage}</h3>
      {coverage.map(({ document_id, source_id, title, source, needed }) => (
        <div key={`${document_id}/${source_id}`}>
          <h4>{[title, source].filter(Boolean).join(', ')}</h4>
          <ol className="of-calendar">
            {needed.map(({ from, to, covered }) => (
              <li key={from} data-covered={covered ? '' : undefined}>
                {formatDate(`${from}T12:00:00Z`)} – {formatDate(`${to}T12:00:00Z`)}:{' '}
                {covered ? messages.covered : messages.missing}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

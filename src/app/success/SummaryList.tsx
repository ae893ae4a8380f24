import texts from '../../../schemas/texts/success.json';
import type { ApplicationSummary } from '../../api/summary';

/** The application's number and status. */
export function SummaryList({ summary: { applicationID, application_status } }: { summary: ApplicationSummary }) {
  const names: Record<string, string> = texts.statusNames;
  return (
    <dl className="ap-summary">
      <div>
        <dt>{texts.applicationId}</dt>
        <dd translate="no">{applicationID}</dd>
      </div>
      <div>
        <dt>{texts.status}</dt>
        <dd>{names[application_status] ?? application_status}</dd>
      </div>
    </dl>
  );
}

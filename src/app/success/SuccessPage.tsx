import { useEffect, useRef } from 'react';
import texts from '../../../schemas/texts/success.json';
import { useSummary } from '../../api/success';
import type { ApplicationSummary, ReviewState } from '../../contract/success';
import { draw } from '../../engine/motion';
import { fillText } from '../../model/fillText';
import { firstStatus } from '../../model/office';
import { useApplication } from '../shell/application';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { ReviewPart } from './ReviewPart';
import { SuccessActions } from './SuccessActions';
import './success.css';
import '../ui/summary.css';

/** After the payment: the application's number and status, and what may still be done (spec 003, section 2). */
export function SuccessPage() {
  const { trn_id, first_name, last_name, subscriber_name } = useApplication();
  const summary = useSummary(trn_id);
  const tick = useRef<SVGPathElement>(null);
  // What moves is the browser's.
  useEffect(() => draw(tick.current), []);
  return (
    <>
      <div className="ap-success-head">
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="22" />
          <path ref={tick} pathLength={1} d="M14 25l7 7 13-15" />
        </svg>
        <PageHeading title={texts.title}>{texts.congratulations}</PageHeading>
        <p className="ap-lead">{fillText(texts.thanks, { name: `${first_name} ${last_name}` })}</p>
      </div>
      <Summary {...summary} trnId={trn_id} onRetry={() => void summary.mutate()} />
      <h2>{texts.next.title}</h2>
      <p>{fillText(texts.next.text, { subscriber: subscriber_name })}</p>
    </>
  );
}

interface SummaryProps {
  data?: ApplicationSummary;
  error?: Error;
  trnId: string;
  onRetry(): void;
}

function Summary({ data, error, trnId, onRetry }: SummaryProps) {
  if (data)
    return (
      <>
        <SummaryList summary={data} />
        {data.review && (
          <ReviewPart review={data.review} number={data.applicationID} trnId={trnId} onChanged={onRetry} />
        )}
        <SuccessActions summary={data} trnId={trnId} onChanged={onRetry} />
      </>
    );
  if (!error) return <Skeleton lines={2} fields={2} holdsRest />;
  return (
    <Banner kind="error" title={texts.failed}>
      <Button onClick={onRetry}>{texts.retry}</Button>
    </Banner>
  );
}

/** What the office has done comes before the words of the specification. */
function statusName(status: string, review?: ReviewState | null): string {
  const names: Record<string, string> = texts.statusNames;
  return review && review.status !== firstStatus ? review.title : (names[status] ?? status);
}

/** The application's number and status. */
export function SummaryList({
  summary: { applicationID, application_status, review },
}: {
  summary: ApplicationSummary;
}) {
  return (
    <dl className="ap-summary">
      <div>
        <dt>{texts.applicationId}</dt>
        <dd translate="no">{applicationID}</dd>
      </div>
      <div>
        <dt>{texts.status}</dt>
        <dd>{statusName(application_status, review)}</dd>
      </div>
    </dl>
  );
}

import { Box } from '@chakra-ui/react/box';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { Timeline } from '@chakra-ui/react/timeline';
import { useEffect, useRef } from 'react';
import texts from '../../../schemas/texts/success.json';
import { useSummary } from '../../api/success';
import type { ApplicationSummary, ReviewState } from '../../contract/success';
import { draw } from '../../engine/motion';
import { fillText } from '../../model/fillText';
import { formatDollars, formatMoment } from '../../model/format';
import { firstStatus, undecidedStatuses } from '../../model/office';
import { useSession } from '../session/sessionStore';
import { useApplication } from '../shell/application';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Fact, Facts } from '../ui/Facts';
import { Skeleton } from '../ui/Skeleton';
import { ReviewPart } from './ReviewPart';
import { SuccessActions } from './SuccessActions';

/** After the payment: the application's number and status, and what may still be done (spec 003, section 2). */
export function SuccessPage() {
  const { trn_id, first_name, last_name } = useApplication();
  const summary = useSummary(trn_id);
  const tick = useRef<SVGPathElement>(null);
  // What moves is the browser's.
  useEffect(() => draw(tick.current), []);
  return (
    <>
      <Box marginBottom="6" css={{ '& .rp-frame__heading': { marginBottom: '2' } }}>
        <Box asChild width="3.5rem" marginBottom="4" {...DRAWN}>
          <svg viewBox="0 0 48 48" aria-hidden="true">
            <circle cx="24" cy="24" r="22" />
            <path ref={tick} pathLength={1} d="M14 25l7 7 13-15" />
          </svg>
        </Box>
        <PageHeading title={texts.title}>{texts.congratulations}</PageHeading>
        <p className="rp-frame__lead">{fillText(texts.thanks, { name: `${first_name} ${last_name}` })}</p>
      </Box>
      <Summary {...summary} trnId={trn_id} onRetry={() => void summary.mutate()} />
      {isOpen(summary.data) && <WhatIsNext />}
    </>
  );
}

const DRAWN = {
  fill: 'none',
  stroke: 'good',
  strokeWidth: '3px',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** Until the office has decided, or the applicant has taken it back. */
function isOpen(summary: ApplicationSummary | undefined): boolean {
  return summary !== undefined && (!summary.review || undecidedStatuses.includes(summary.review.status));
}

/** What happens when, as far as it is known. */
function WhatIsNext() {
  const { subscriber_name: subscriber } = useApplication();
  const { email } = useSession();
  return (
    <section aria-labelledby="next">
      <h2 id="next">{texts.next.title}</h2>
      <Timeline.Root as="ol" recipe={timeline}>
        {texts.next.steps.map(({ when, text }) => (
          <Timeline.Item as="li" key={when}>
            <Timeline.Indicator />
            <strong>{when}</strong> {fillText(text, { subscriber, email })}
          </Timeline.Item>
        ))}
      </Timeline.Root>
      <p>{texts.next.text}</p>
    </section>
  );
}

/** A line, on which the point of each moment stands. */
const timeline = defineSlotRecipe({
  className: 'rp-timeline',
  slots: ['root', 'item', 'indicator'],
  base: {
    root: { marginBlock: '3', paddingInlineStart: '5', borderInlineStart: '2px solid {colors.hair}' },
    item: { position: 'relative', paddingBlock: '2' },
    indicator: {
      position: 'absolute',
      insetInlineStart: 'calc(-1 * {spacing.5} - 6px)',
      top: '1.05rem',
      width: '0.625rem',
      height: '0.625rem',
      borderRadius: '50%',
      bg: 'accentText',
    },
  },
});

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

/** The application's number and status, and what was paid. */
export function SummaryList({ summary }: { summary: ApplicationSummary }) {
  const { applicationID, application_status, review, paid } = summary;
  return (
    <Facts>
      <Fact label={texts.applicationId} isOwn>
        {applicationID}
      </Fact>
      <Fact label={texts.status}>{statusName(application_status, review)}</Fact>
      {paid && <PaidLines paid={paid} />}
    </Facts>
  );
}

function PaidLines({
  paid: { amount, at, card_number, reference },
}: {
  paid: NonNullable<ApplicationSummary['paid']>;
}) {
  const { lang } = document.documentElement;
  const sum = fillText(texts.paidWith, { amount: formatDollars(amount), last4: card_number ?? '' });
  const lines: [label: string, value: string | null | undefined][] = [
    [texts.submittedOn, at && formatMoment(at, { dateStyle: 'long', timeStyle: 'short' }, lang)],
    [texts.paid, card_number ? sum : formatDollars(amount)],
    [texts.reference, reference],
  ];
  return lines.map(
    ([label, value]) =>
      value && (
        <Fact key={label} label={label} isOwn>
          {value}
        </Fact>
      ),
  );
}

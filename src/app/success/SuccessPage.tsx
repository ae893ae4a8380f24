import { Box } from '@chakra-ui/react/box';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { Timeline } from '@chakra-ui/react/timeline';
import { useEffect, useRef } from 'react';
import { useSummary } from '../../api/success';
import type { ApplicationSummary, ReviewState } from '../../contract/success';
import { draw } from '../../engine/motion';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { firstStatus, type OfficeStatus, statusPage, toOfficeStatus } from '../../model/office';
import { useSession } from '../session/sessionStore';
import { useApplication } from '../shell/application';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Fact, Facts } from '../ui/Facts';
import { Skeleton } from '../ui/Skeleton';
import { Decision, RevealHistory } from './Decision';
import { Delays } from './Delays';
import { PrimaryAction } from './PrimaryAction';
import { SuccessActions } from './SuccessActions';

/** docs/spec/003.md, §2 */
export function SuccessPage() {
  const messages = useMessages('success');
  const { trn_id } = useApplication();
  const { data, error, mutate } = useSummary(trn_id);
  const reload = () => void mutate();
  if (data) return <StatusPage summary={data} trnId={trn_id} onChanged={reload} />;
  if (!error) return <Skeleton lines={3} fields={3} holdsRest />;
  return (
    <>
      <PageHeading title={messages.loading}>{messages.loading}</PageHeading>
      <Banner kind="error" title={messages.failed}>
        <Button onClick={reload}>{messages.retry}</Button>
      </Banner>
    </>
  );
}

interface StatusPageProps {
  summary: ApplicationSummary;
  trnId: string;
  onChanged(): void;
}

/** Heading, decision, facts, actions and next steps that fit the status (schemas/office/status.json). */
function StatusPage({ summary, trnId, onChanged }: StatusPageProps) {
  const { review } = summary;
  const status = review ? toOfficeStatus(review.status) : firstStatus;
  return (
    <>
      <StatusHeading status={status} />
      {review && <Decision review={review} />}
      {review && <Delays review={review} />}
      <PrimaryAction status={status} trnId={trnId} />
      <SummaryList summary={summary} />
      <SuccessActions summary={summary} status={status} trnId={trnId} onChanged={onChanged} />
      <WhatIsNext status={status} />
      {review && <RevealHistory review={review} />}
    </>
  );
}

function StatusHeading({ status }: { status: OfficeStatus }) {
  const { title, heading, lead } = useMessages('success').statuses[status];
  const { subscriber_name: subscriber, first_name, last_name } = useApplication();
  const values = { subscriber, name: `${first_name} ${last_name}` };
  return (
    <Box marginBottom="6" css={{ '& .rp-frame__heading': { marginBottom: '2' } }}>
      {statusPage(status).isGood && <CheckMark />}
      <PageHeading title={title}>{fillText(heading, values)}</PageHeading>
      <p className="rp-frame__lead">{fillText(lead, values)}</p>
    </Box>
  );
}

function CheckMark() {
  const tick = useRef<SVGPathElement>(null);
  // Synchronizes with the browser's animation.
  useEffect(() => draw(tick.current), []);
  return (
    <Box asChild width="3.5rem" marginBottom="4" {...DRAWN}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path ref={tick} pathLength={1} d="M14 25l7 7 13-15" />
      </svg>
    </Box>
  );
}

const DRAWN = {
  fill: 'none',
  stroke: 'good',
  strokeWidth: '3px',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

function WhatIsNext({ status }: { status: OfficeStatus }) {
  const { next, statuses } = useMessages('success');
  const { subscriber_name: subscriber } = useApplication();
  const { email } = useSession();
  return (
    <section aria-labelledby="next">
      <h2 id="next">{next.title}</h2>
      <Timeline.Root as="ol" recipe={timeline}>
        {statuses[status].next.map(({ when, text }) => (
          <Timeline.Item as="li" key={when}>
            <Timeline.Indicator />
            <strong>{when}</strong> {fillText(text, { subscriber, email })}
          </Timeline.Item>
        ))}
      </Timeline.Root>
      <p>{next.text}</p>
    </section>
  );
}

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

export function SummaryList({ summary }: { summary: ApplicationSummary }) {
  const messages = useMessages('success');
  const { applicationID, application_status, review, paid } = summary;
  return (
    <Facts>
      <Fact label={messages.applicationId} isOwn>
        {applicationID}
      </Fact>
      <Fact label={messages.status}>{describeStatus(messages, application_status, review)}</Fact>
      {paid && <PaidLines paid={paid} />}
    </Facts>
  );
}

/** The office's status wins over the specification's. */
function describeStatus(messages: Messages<'success'>, status: string, review: ReviewState | null): string {
  if (!review || review.status === firstStatus) {
    const names: Record<string, string> = messages.statusNames;
    return names[status] ?? status;
  }
  const changes = review.timeline.filter(({ kind }) => kind === 'act').map(({ at }) => at);
  const changed = changes.sort().at(-1);
  if (!changed) return review.title;
  const date = formatMoment(changed, { dateStyle: 'medium' }, document.documentElement.lang);
  return fillText(messages.statusSince, { status: review.title, date });
}

function PaidLines({
  paid: { amount, at, card_number, reference },
}: {
  paid: NonNullable<ApplicationSummary['paid']>;
}) {
  const messages = useMessages('success');
  const { lang } = document.documentElement;
  const sum = fillText(messages.paidWith, { amount: formatDollars(amount), last4: card_number ?? '' });
  const lines: [label: string, value: string | null | undefined][] = [
    [messages.submittedOn, at && formatMoment(at, { dateStyle: 'medium', timeStyle: 'short' }, lang)],
    [messages.paid, card_number ? sum : formatDollars(amount)],
    [messages.reference, reference],
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

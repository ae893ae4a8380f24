import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ApplicationSummary, ReviewState } from '../../contract/success';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { firstStatus } from '../../model/office';
import { applicationFlow, useApplication } from '../shell/application';
import { Button } from '../ui/Button';
import { Fact, Facts } from '../ui/Facts';

interface ApplicationSideProps {
  summary: ApplicationSummary;
  tasksLeft: number;
  children: ReactNode;
}

const viewPage = (): string => applicationFlow().steps.find(({ viewRoute }) => viewRoute)?.viewRoute ?? '/';

export function ApplicationSide({ summary, tasksLeft, children }: ApplicationSideProps) {
  const { copy, footer } = useMessages('success');
  const { home_name } = useApplication();
  return (
    <Box as="aside" aria-labelledby="application" {...SIDE}>
      <h2 id="application">{copy.title}</h2>
      {home_name && <p translate="no">{home_name}</p>}
      <SummaryList summary={summary} tasksLeft={tasksLeft} />
      <div className="rp-buttons">
        {children}
        <Button asChild>
          <Link to={viewPage()}>{footer.application}</Link>
        </Button>
        <Button asChild>
          <Link to="/viewconsent">{footer.consent}</Link>
        </Button>
      </div>
    </Box>
  );
}

const SIDE = {
  className: 'rp-beside',
  alignSelf: 'start',
  padding: { base: '4', md: '5' },
  border: '1px solid {colors.hair}',
  borderRadius: 'card',
  css: {
    '& h2': { margin: '0', fontSize: 'title3' },
    '& small': { fontSize: 'small' },
    '& dl': { marginBottom: '2' },
    '& .rp-buttons': { columnGap: '5', rowGap: '0', marginTop: '0' },
    '& .rp-buttons > *': {
      justifyContent: 'start',
      padding: '0',
      border: '0',
      color: 'accentText',
      textAlign: 'start',
      textDecoration: 'underline',
      textUnderlineOffset: '0.18em',
    },
    '@media (min-width: 1200px)': {
      position: 'sticky',
      top: '{spacing.6}',
      // Long values have no room beside their label.
      '& dl > *': { display: 'block' },
      '& .rp-buttons > *': { width: '100%' },
    },
  },
} as const;

function SummaryList({ summary, tasksLeft }: Omit<ApplicationSideProps, 'children'>) {
  const messages = useMessages('success');
  const { applicationID, application_status, review, paid } = summary;
  return (
    <Facts>
      <Fact label={messages.applicationId} isOwn>
        {applicationID}
      </Fact>
      <Fact label={messages.status}>{describeStatus(messages, application_status, review, tasksLeft)}</Fact>
      {paid && <PaidLines {...paid} />}
    </Facts>
  );
}

/** Describes the office's status. While that's missing or `firstStatus`, describes the application's status instead. */
function describeStatus(
  messages: Messages<'success'>,
  status: string,
  review: ReviewState | null,
  tasksLeft: number,
): string {
  if (!review || review.status === firstStatus) {
    const names: Record<string, string> = messages.statusNames;
    const name = names[status] ?? status;
    return tasksLeft > 0 ? fillText(messages.statusLeft, { status: name, n: tasksLeft }) : name;
  }
  const changes = review.timeline.filter(({ kind }) => kind === 'act').map(({ at }) => at);
  const changed = changes.sort().at(-1);
  if (!changed) return review.title;
  const date = formatMoment(changed, { dateStyle: 'medium' }, document.documentElement.lang);
  return fillText(messages.statusSince, { status: review.title, date });
}

function PaidLines({ amount, at, card_number, reference }: NonNullable<ApplicationSummary['paid']>) {
  const messages = useMessages('success');
  const { lang } = document.documentElement;
  const sum = fillText(messages.paidWith, { amount: formatDollars(amount), last4: card_number ?? '' });
  const lines: [label: string, value: ReactNode][] = [
    [messages.submittedOn, at && formatMoment(at, { dateStyle: 'medium', timeStyle: 'short' }, lang)],
    [messages.paid, card_number ? sum : formatDollars(amount)],
    [messages.reference, reference && <small>{reference}</small>],
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

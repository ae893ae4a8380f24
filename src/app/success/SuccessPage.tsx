import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { type ReactNode, useState } from 'react';
import { startHousehold } from '../../api/household';
import { startThread } from '../../api/messages';
import { useSummary } from '../../api/success';
import type { ApplicationSummary } from '../../contract/success';
import { useMessages } from '../../messages/useMessages';
import { applicationStages } from '../../model/applicationStages';
import { toIsoDate } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { expectedDays, firstStatus, type OfficeStatus, statusPage, toOfficeStatus } from '../../model/office';
import { useApplication } from '../shell/application';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { Appeal } from './Appeal';
import { ApplicationSide } from './ApplicationSide';
import { Decision, PastDecisions, RevealHistory } from './Decision';
import { Delays } from './Delays';
import { countLeft } from './documents/wantedDocuments';
import { NothingLeft } from './NothingLeft';
import { PrimaryAction } from './PrimaryAction';
import { ReceiptButton } from './ReceiptButton';
import { SignedCopy } from './SignedCopy';
import { StatusHeading } from './StatusHeading';
import { StatusTimeline } from './StatusTimeline';
import { Desired, ToDo } from './ToDo';

interface OtherFeatures {
  household: ReactNode;
  messages: ReactNode;
}

/** Shows the page after submitting (docs/spec/003.md, §2). */
export function SuccessPage(others: OtherFeatures) {
  const messages = useMessages('success');
  const { trn_id } = useApplication();
  // Starts loading now, because the components that show this data render only after the summary has loaded.
  useState(() => [startHousehold(trn_id), startThread(trn_id)]);
  const { data, error, mutate } = useSummary(trn_id);
  const reload = () => void mutate();
  if (data) return <StatusPage summary={data} trnId={trn_id} onChanged={reload} {...others} />;
  if (!error) return <LoadingColumns />;
  return (
    <>
      <PageHeading title={messages.loading}>{messages.loading}</PageHeading>
      <Banner kind="error" title={messages.failed}>
        <Button onClick={reload}>{messages.retry}</Button>
      </Banner>
    </>
  );
}

interface StatusPageProps extends OtherFeatures {
  summary: ApplicationSummary;
  trnId: string;
  onChanged(): void;
}

/** Shows the parts that the status allows (schemas/office/status.json). */
function StatusPage({ summary, trnId, household, messages, onChanged }: StatusPageProps) {
  const { review, paid } = summary;
  const status = review ? toOfficeStatus(review.status) : firstStatus;
  const { isOpen } = statusPage(status);
  const left = countLeft(summary);
  const tasksLeft = isOpen ? left : 0;
  const isCalm = isOpen && left === 0;
  const amount = paid?.amount ?? null;
  const events = review?.timeline ?? [];
  const stages = applicationStages({ status, events, left, today: toIsoDate(new Date()), expects: expectedDays() });
  const decision = review ? stages.find(({ name }) => name === 'decision') : undefined;
  return (
    <Box {...COLUMNS}>
      <Box minWidth="0">
        <StatusHeading status={status} tasksLeft={tasksLeft} decisionBy={decision?.by} />
        {review && <Decision review={review} />}
        {review && <Appeal review={review} trnId={trnId} onChanged={onChanged} />}
        {review && <Delays review={review} />}
        <PrimaryAction status={status} trnId={trnId} />
        {isCalm && <NothingLeft trnId={trnId} amount={amount} />}
        <ToDo summary={summary} status={status} tasksLeft={left} trnId={trnId} onChanged={onChanged} />
        {!isCalm && (
          <Flex {...DOWNLOADS}>
            <SignedCopy trnId={trnId} variant="plain" />
            <ReceiptButton trnId={trnId} amount={amount} variant="link" />
          </Flex>
        )}
        <AfterDecision status={status} />
        {review && <StatusTimeline summary={summary} status={status} stages={stages} />}
      </Box>
      <ApplicationSide summary={summary} tasksLeft={tasksLeft}>
        {isOpen && <Desired trnId={trnId} />}
      </ApplicationSide>
      <Box minWidth="0">
        {review && <Box marginTop="6">{messages}</Box>}
        {isOpen && <Box marginTop={{ base: '4', md: '6' }}>{household}</Box>}
        {review && <PastDecisions review={review} />}
        {review && <RevealHistory review={review} />}
      </Box>
    </Box>
  );
}

// Aligns the links' text with the page.
const DOWNLOADS = {
  wrap: 'wrap',
  columnGap: '4',
  marginTop: '4',
  css: { '& > [data-variant=link]': { paddingInline: '0' } },
} as const;

/** Renders the columns from the start, so that nothing moves when the page has loaded. */
function LoadingColumns() {
  return (
    <Box {...COLUMNS}>
      <Box minWidth="0">
        <Skeleton lines={3} fields={3} holdsRest />
      </Box>
      <div className="rp-beside" />
    </Box>
  );
}

const COLUMNS = {
  css: {
    '@media (min-width: 1200px)': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 45rem) 19rem',
      gridTemplateRows: 'auto 1fr',
      justifyContent: 'center',
      columnGap: '{spacing.7}',
      '& > .rp-beside': { gridColumn: '2', gridRow: '1 / span 2' },
    },
  },
} as const;

function AfterDecision({ status }: { status: OfficeStatus }) {
  const { next } = useMessages('success');
  const { subscriber_name: subscriber } = useApplication();
  const after: Partial<Record<OfficeStatus, { when: string; text: string }[]>> = next.after;
  const steps = after[status];
  if (!steps) return null;
  return (
    <section aria-labelledby="after">
      <h2 id="after">{next.title}</h2>
      <Box as="ul" listStyle="none" marginBottom="5">
        {steps.map(({ when, text }) => (
          <Box as="li" key={when} paddingBlock="2">
            <strong>{when}</strong> {fillText(text, { subscriber })}
          </Box>
        ))}
      </Box>
    </section>
  );
}

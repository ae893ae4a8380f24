import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { useEffect, useRef } from 'react';
import { draw } from '../../engine/motion';
import { useMessages } from '../../messages/useMessages';
import { formatDay } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import { firstStatus, type OfficeStatus, statusPage } from '../../model/office';
import { useApplication } from '../shell/application';
import { PageHeading } from '../shell/PageHeading';

interface StatusHeadingProps {
  status: OfficeStatus;
  tasksLeft: number;
  /** ISO day by which the decision is expected if the applicant does what's left today. */
  decisionBy?: string;
}

/** Shows the status, or what's left to do (docs/spec/003.md, §2). */
export function StatusHeading({ status, tasksLeft, decisionBy }: StatusHeadingProps) {
  const { statuses, left } = useMessages('success');
  const { title, heading, lead } = statuses[status];
  const { subscriber_name: subscriber, first_name, last_name } = useApplication();
  const values = { subscriber, name: `${first_name} ${last_name}`, n: tasksLeft };
  if (status === firstStatus && tasksLeft > 0)
    return (
      <Box marginBottom={{ base: '4', md: '5' }} css={{ '& .rp-frame__heading': { margin: '0' } }}>
        <Flex as="p" {...CONFIRMATION}>
          <CheckMark width={{ base: '2.5rem', md: '3rem' }} />
          <span>{fillText(left.submitted, values)}</span>
        </Flex>
        <PageHeading title={title}>{fillText(left.title, values)}</PageHeading>
        {decisionBy && (
          <p className="rp-frame__lead">
            {fillText(left.decision, { date: formatDay(decisionBy, document.documentElement.lang) })}
          </p>
        )}
      </Box>
    );
  return (
    <Box marginBottom={{ base: '5', md: '6' }} css={{ '& .rp-frame__heading': { margin: '0', minWidth: '0' } }}>
      <Flex gap="3" align="center" marginBottom="2">
        {statusPage(status).isGood && <CheckMark width={{ base: '2.5rem', md: '3.5rem' }} />}
        <PageHeading title={title}>{fillText(heading, values)}</PageHeading>
      </Flex>
      <p className="rp-frame__lead">{fillText(lead, values)}</p>
    </Box>
  );
}

const CONFIRMATION = {
  gap: { base: '3', md: '4' },
  align: 'center',
  marginBottom: { base: '4', md: '5' },
  padding: { base: '3', md: '4' },
  borderRadius: 'card',
  bg: 'goodSurface',
  color: 'good',
  fontSize: { base: 'body', md: 'title3' },
  fontWeight: 'bold',
  lineHeight: 'snug',
} as const;

function CheckMark({ width }: { width: Record<'base' | 'md', string> }) {
  const tick = useRef<SVGPathElement>(null);
  // Synchronizes with the browser's animation.
  useEffect(() => draw(tick.current), []);
  return (
    <Box asChild flex="none" width={width} {...DRAWN}>
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

import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useRef } from 'react';
import { useMessages } from '../../src/messages/useMessages';
import { formatDays } from '../../src/model/format/dates';
import type { Coverage, ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { fillText } from '../../src/model/messages/fillText';
import { type Answering, Explanation, messageId } from './CheckAnswer';
import { useFocusAfterAnswer } from './useFocusAfterAnswer';

interface CoverageCardProps {
  coverage: Coverage;
  gap: ValidationMessage | undefined;
  answering: Answering;
  /** True if the applicant hasn't confirmed what we read in a file. */
  isUnconfirmed: boolean;
}

/** Shows the required weeks or months. Collapsed if none is missing. */
export function CoverageCard({ coverage: { unit, needed }, gap, answering, isUnconfirmed }: CoverageCardProps) {
  const messages = useMessages('document-checks').coverage;
  const covered = needed.filter((period) => period.covered).length;
  const counts = { n: covered, count: needed.length };
  return (
    <div>
      {covered === needed.length ? (
        <details>
          <Box as="summary" {...COMPLETE} color={isUnconfirmed ? undefined : 'good'}>
            {fillText((isUnconfirmed ? messages.unconfirmed : messages.complete)[unit], counts)}
          </Box>
          <Calendar needed={needed} />
        </details>
      ) : (
        <>
          <Box as="p" fontWeight="medium">
            {fillText(messages[unit], counts)}
          </Box>
          <Calendar needed={needed} />
        </>
      )}
      {gap && gap.outcome !== 'passed' && <Gap gap={gap} text={messages.add[unit]} {...answering} />}
    </div>
  );
}

function Calendar({ needed }: Pick<Coverage, 'needed'>) {
  const messages = useMessages('document-checks').coverage;
  return (
    <Grid as="ol" {...PERIODS}>
      {needed.map((period) => (
        <Grid as="li" key={period.from} {...PERIOD} {...(period.covered ? COVERED : UNCOVERED)}>
          <strong>{period.covered ? messages.covered : messages.missing}</strong>
          <span>{formatDays(period, document.documentElement.lang)}</span>
        </Grid>
      ))}
    </Grid>
  );
}

function Gap({ gap, text, ...answering }: Answering & { gap: ValidationMessage; text: string }) {
  const messages = useMessages('document-checks');
  const place = useRef<HTMLDivElement>(null);
  const onAnswer = useFocusAfterAnswer(place, gap);
  const { answer, outcome } = gap;
  const mayExplain = outcome === 'failed' && !answering.readonly && !(answer && answering.checks.isFinal);
  return (
    <Box ref={place} marginTop="2" className="rp-file-actions">
      <p id={messageId(gap)} tabIndex={-1}>
        {answer ? fillText(messages.yours, { answer }) : text}
      </p>
      {mayExplain && (
        <Explanation
          key={gap.id}
          check={gap}
          name={messages.together}
          label={answer ? messages.change : messages.coverage.explain}
          {...answering}
          onAnswer={onAnswer}
        />
      )}
    </Box>
  );
}

const COMPLETE = { fontWeight: 'medium', cursor: 'pointer', paddingBlock: '1' } as const;
const PERIODS = {
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 7rem), 1fr))',
  gap: '2',
  marginTop: '2',
} as const;
const PERIOD = {
  padding: '{spacing.2} {spacing.3}',
  borderRadius: 'control',
  fontSize: 'small',
  lineHeight: 'snug',
} as const;
const COVERED = {
  border: '1px solid {colors.good}',
  bg: 'goodSurface',
  css: { '& > strong::before': { content: '"✓ " / ""', color: 'good' } },
} as const;
const UNCOVERED = { border: '1px dashed {colors.edge}' } as const;

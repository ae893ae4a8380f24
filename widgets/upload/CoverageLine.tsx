import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useMessages } from '../../src/messages/useMessages';
import { formatDay } from '../../src/model/format/dates';
import type { Coverage, IncomeChecks } from '../../src/model/income/checks/documentChecks';
import { fillText } from '../../src/model/messages/fillText';

/** Shows which required weeks or months the files cover. */
export function CoverageLine({ coverage: { unit, needed } }: { coverage: Coverage }) {
  const messages = useMessages('document-checks').coverage;
  const covered = needed.filter((period) => period.covered).length;
  return (
    <div>
      <Box as="p" fontWeight="medium">
        {fillText(messages[unit], { n: covered, count: needed.length })}
      </Box>
      <Grid as="ol" {...PERIODS}>
        {needed.map((period) => (
          <Grid as="li" key={period.from} {...PERIOD} {...(period.covered ? COVERED : UNCOVERED)}>
            <strong>{period.covered ? messages.covered : messages.missing}</strong>
            <span>{fillText(messages.range, { from: readDay(period.from), to: readDay(period.to) })}</span>
          </Grid>
        ))}
      </Grid>
    </div>
  );
}

const readDay = (day: string) => formatDay(day, document.documentElement.lang);

const PERIODS = {
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))',
  gap: '2',
  marginTop: '2',
} as const;
const PERIOD = { padding: '{spacing.2} {spacing.3}', borderRadius: 'control', fontSize: 'small' } as const;
const COVERED = { border: '1px solid {colors.good}', bg: 'goodSurface' } as const;
const UNCOVERED = { border: '1px dashed {colors.edge}' } as const;

/** Undefined if the source needs no coverage. */
export function findCoverage({ coverage }: IncomeChecks, documentId: number, sourceId: number): Coverage | undefined {
  const found = coverage[documentId]?.[`source_${sourceId}`];
  return found?.needed.length ? found : undefined;
}

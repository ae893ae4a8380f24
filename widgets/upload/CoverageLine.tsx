import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import texts from '../../schemas/texts/document-checks.json';
import type { Coverage, IncomeChecks } from '../../src/model/checks/findings';
import { dateText } from '../../src/model/dates';
import { fillText } from '../../src/model/fillText';

const words = texts.coverage;

/** Which of the needed weeks or months the files cover: the sum in words, and each with its days. */
export function CoverageLine({ coverage: { unit, needed } }: { coverage: Coverage }) {
  const covered = needed.filter((period) => period.covered).length;
  return (
    <div>
      <Box as="p" fontWeight="medium">
        {fillText(words[unit], { n: covered, count: needed.length })}
      </Box>
      <Grid as="ol" {...PERIODS}>
        {needed.map((period) => (
          <Grid as="li" key={period.from} {...PERIOD} {...(period.covered ? COVERED : UNCOVERED)}>
            <strong>{period.covered ? words.covered : words.missing}</strong>
            <span>{fillText(words.range, { from: dateText(period.from), to: dateText(period.to) })}</span>
          </Grid>
        ))}
      </Grid>
    </div>
  );
}

const PERIODS = {
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 15rem), 1fr))',
  gap: '2',
  marginTop: '2',
} as const;
const PERIOD = { padding: '{spacing.2} {spacing.3}', borderRadius: 'control', fontSize: 'small' } as const;
const COVERED = { border: '1px solid {colors.good}', bg: 'goodSurface' } as const;
const UNCOVERED = { border: '1px dashed {colors.edge}' } as const;

/** Which weeks or months the documents of one source cover; undefined where none are asked for. */
export function coverageOf({ coverage }: IncomeChecks, documentId: number, sourceId: number): Coverage | undefined {
  const found = coverage[documentId]?.[`source_${sourceId}`];
  return found?.needed.length ? found : undefined;
}

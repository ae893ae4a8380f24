import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useMessages } from '../../src/messages/useMessages';
import { capitalize } from '../../src/model/format/capitalize';
import type { ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { fillText } from '../../src/model/messages/fillText';
import { factsId } from './CheckAnswer';

/** A separator that stays at the end of its line. */
const DOT = '\u00a0· ';

/** Shows what was read in a file, in one line. */
export function ReadFacts({ id, facts }: { id?: string; facts: readonly string[] }) {
  const messages = useMessages('document-checks');
  return (
    <Box as="p" id={id} tabIndex={id ? -1 : undefined} color="muted">
      {fillText(messages.facts, { facts: capitalize(facts.join(DOT)) })}
    </Box>
  );
}

interface FactListProps {
  check: ValidationMessage;
  facts: NonNullable<ValidationMessage['facts']>;
}

/** Shows what was read in a file, with a label for each fact. */
export function FactList({ check, facts }: FactListProps) {
  return (
    <Grid as="dl" id={factsId(check)} {...LIST}>
      {facts.map(({ label, text }) => (
        <Grid key={label} gridColumn="1 / -1" gridTemplateColumns="subgrid">
          <Box as="dt" color="muted">
            {label}
          </Box>
          <Box as="dd" fontWeight="medium" translate="no">
            {text}
          </Box>
        </Grid>
      ))}
    </Grid>
  );
}

const LIST = {
  gridTemplateColumns: 'max-content minmax(0, 1fr)',
  columnGap: '4',
  rowGap: '1',
  marginBottom: '1',
  lineHeight: 'snug',
  fontSize: 'small',
} as const;

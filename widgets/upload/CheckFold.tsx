import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useMessages } from '../../src/messages/useMessages';
import type { Outcome, ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { findRule } from '../../src/model/income/checks/rules';
import { fillText } from '../../src/model/messages/fillText';
import { findExplanation } from './CheckAnswer';
import { ExamplePicture } from './FileExample';

interface CheckFoldProps {
  checks: readonly ValidationMessage[];
  shown: ValidationMessage | undefined;
}

/** Shows the checks collapsed, with an example of a good file if a file can fix the failed check. */
export function CheckFold({ checks, shown }: CheckFoldProps) {
  const messages = useMessages('document-checks');
  const showsExample = shown?.outcome === 'failed' && findRule(shown.rule)?.isMendedByFile === true;
  if (checks.length === 0 && !showsExample) return null;
  return (
    <details>
      <Box as="summary" {...SUMMARY}>
        {showsExample ? messages.right.title : messages.checked}
      </Box>
      {showsExample && <ExamplePicture />}
      <Grid as="ul" gap="2" marginTop="2" fontSize="small">
        {checks.map((check) => (
          <FoldedCheck key={check.id} check={check} />
        ))}
      </Grid>
    </details>
  );
}

function FoldedCheck({ check }: { check: ValidationMessage }) {
  const { yours } = useMessages('document-checks');
  const explanation = findExplanation(check);
  return (
    <Grid as="li" gridTemplateColumns="1.25rem 1fr">
      <span aria-hidden="true">{SIGNS[check.outcome]}</span>
      <span>
        {check.message}
        {explanation && ` ${fillText(yours, { answer: explanation })}`}
      </span>
    </Grid>
  );
}

const SUMMARY = { color: 'accentText', fontSize: 'small', cursor: 'pointer', paddingBlock: '1' } as const;
const SIGNS: Record<Outcome, string> = { passed: '✓', failed: '!', inconclusive: '?' };

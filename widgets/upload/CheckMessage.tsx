import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useMessages } from '../../src/messages/useMessages';
import type { ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { type CheckRule, checkRules } from '../../src/model/income/checks/rules';
import { messageId } from './CheckAnswer';
import { RightPicture } from './FileExample';

interface CheckMessageProps {
  check: ValidationMessage;
  isFolded?: boolean;
  children: React.ReactNode;
}

export function CheckMessage({ check, isFolded, children }: CheckMessageProps) {
  const messages = useMessages('document-checks');
  const { message, expected, found, outcome } = check;
  const rule: Pick<CheckRule, 'isGap' | 'isMendedByFile'> =
    checkRules().rules.find(({ id }) => id === check.rule) ?? {};
  // Skips facts the message already contains.
  const facts = [
    [messages.expected, expected],
    [rule.isGap && outcome !== 'passed' ? messages.missing : messages.found, found],
  ].filter(([, text]) => text && !message.includes(text));
  return (
    <Grid hidden={isFolded} {...POINT}>
      <p id={messageId(check)} tabIndex={-1}>
        {message}
      </p>
      {facts.length > 0 && (
        <Grid as="dl" {...FACTS}>
          {facts.map(([label, text]) => (
            <div key={label}>
              <Box as="dt" color="muted">
                {label}
              </Box>
              <dd>{text}</dd>
            </div>
          ))}
        </Grid>
      )}
      {children}
      {outcome === 'failed' && rule.isMendedByFile && (
        <details>
          <Box as="summary" color="accentText" cursor="pointer" paddingBlock="2">
            {messages.right.title}
          </Box>
          <RightPicture />
        </details>
      )}
    </Grid>
  );
}

const POINT = { gap: '3', width: '100%', minWidth: '0', _hidden: { display: 'none' } } as const;
const FACTS = {
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))',
  gap: '{spacing.2} {spacing.4}',
  fontSize: 'small',
} as const;

import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { useRef } from 'react';
import { useMessages } from '../../src/messages/useMessages';
import type { ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { findCheckStatus } from '../../src/model/income/checks/fileStatus';
import { waitsForAnswer } from '../../src/model/income/checks/notes';
import { CheckActions, CheckSentence } from './CheckActions';
import type { Answering } from './CheckAnswer';
import { CheckStatusChip } from './CheckStatusChip';
import { useFocusAfterAnswer } from './useFocusAfterAnswer';

interface PayCardProps {
  check: ValidationMessage;
  answering: Answering;
}

/** Shows a document check of all files together, such as gross pay. */
export function PayCard({ check, answering }: PayCardProps) {
  const messages = useMessages('document-checks');
  const place = useRef<HTMLDivElement>(null);
  const onAnswer = useFocusAfterAnswer(place, check);
  const status = findCheckStatus([check], false);
  const { settleGross } = answering.checks;
  const canSettle = settleGross !== undefined && check.rule === 'gross' && check.outcome === 'failed';
  return (
    <Grid ref={place} {...CARD}>
      <Flex wrap="wrap" align="center" justify="space-between" gap="{spacing.1} {spacing.3}">
        <strong>{messages.pay}</strong>
        {status && <CheckStatusChip verdict={status} />}
      </Flex>
      <CheckSentence check={check} />
      <Box className="rp-file-actions">
        {canSettle ? (
          waitsForAnswer(check) && !answering.readonly && <SettleButton onResolve={settleGross} />
        ) : (
          <CheckActions key={check.id} check={check} name={messages.together} {...answering} onAnswer={onAnswer} />
        )}
      </Box>
    </Grid>
  );
}

function SettleButton({ onResolve }: { onResolve(): Promise<void> }) {
  const messages = useMessages('document-checks');
  return (
    <button type="button" className="rp-button" onClick={() => void onResolve()}>
      {messages.settle}
    </button>
  );
}

const CARD = {
  gap: '2',
  minWidth: '0',
  padding: '4',
  border: '1px solid {colors.hair}',
  borderRadius: 'card',
  overflowWrap: 'anywhere',
} as const;

import { Box } from '@chakra-ui/react/box';
import { useRef, useState } from 'react';
import { useMessages } from '../../src/messages/useMessages';
import type { PageProgress, ValidationMessage } from '../../src/model/income/checks/documentChecks';
import type { CheckStatus } from '../../src/model/income/checks/fileStatus';
import { waitingChecks, waitsForAnswer } from '../../src/model/income/checks/notes';
import { findRule } from '../../src/model/income/checks/rules';
import { fillText } from '../../src/model/messages/fillText';
import { CheckActions, CheckSentence, ReplaceButton } from './CheckActions';
import type { Answering } from './CheckAnswer';
import { CheckFold } from './CheckFold';
import { CheckStatusChip } from './CheckStatusChip';
import { FileCard, type FileCardProps } from './FileCard';
import { ReadFacts } from './ReadFacts';
import { useFocusAfterAnswer } from './useFocusAfterAnswer';

interface CheckedCardProps {
  file: FileCardProps;
  found: readonly ValidationMessage[];
  status: CheckStatus | undefined;
  progress: PageProgress | undefined;
  answering: Answering;
  onReplace(): void;
}

/** Shows a file with its most important check. Other checks are folded. */
export function CheckedCard({ file, found, status, progress, answering, onReplace }: CheckedCardProps) {
  const { upload } = useMessages('widgets');
  // While a check is being answered, it stays first even if new checks arrive.
  const [touched, setTouched] = useState<number>();
  const first = findFirst(found, answering.readonly, touched);
  const place = useRef<HTMLDivElement>(null);
  const onAnswer = useFocusAfterAnswer(place, found);
  const name = file.document?.name ?? upload.unnamed;
  const needsReplacement = first?.outcome === 'failed' && waitsForAnswer(first) && !answering.readonly;
  const isUnneeded = needsReplacement && status === 'unneeded';
  const isReplaceMain = needsReplacement && !isUnneeded;
  const replace = <ReplaceButton name={name} isMain={isReplaceMain} onReplace={onReplace} />;
  return (
    <FileCard
      isChecked
      {...file}
      isDeleteMain={isUnneeded}
      chip={status && <CheckStatusChip verdict={status} />}
      actions={
        first && (
          // This element is only for the focus event and the ref.
          <Box ref={place} display="contents" onFocus={() => setTouched(first.id)}>
            <CheckActions
              key={first.id}
              check={first}
              name={name}
              {...answering}
              onAnswer={onAnswer}
              replace={isReplaceMain && replace}
            />
          </Box>
        )
      }
      replace={!needsReplacement && replace}
      fold={!isUnneeded && <CheckFold checks={found.filter((check) => check !== first)} shown={first} />}
    >
      {first ? (
        <CheckSentence check={first} isUnneeded={isUnneeded} />
      ) : (
        <Summary found={found} status={status} progress={progress} />
      )}
    </FileCard>
  );
}

/**
 * Returns the check to show: the one that's being answered, an unanswered one, an answered one, or another that didn't
 * pass. Undefined if all passed.
 */
function findFirst(found: readonly ValidationMessage[], readonly: boolean, touched: number | undefined) {
  const waiting = readonly ? [] : waitingChecks(found);
  const open = found.filter(({ outcome }) => outcome !== 'passed');
  return waiting.find(({ id }) => id === touched) ?? waiting[0] ?? open.find(({ answer }) => answer) ?? open[0];
}

interface SummaryProps {
  found: readonly ValidationMessage[];
  status: CheckStatus | undefined;
  progress: PageProgress | undefined;
}

/** Shows what was read from a valid file, the progress of reading, or that the office checks the file. */
function Summary({ found, status, progress }: SummaryProps) {
  const messages = useMessages('document-checks');
  const facts = found.flatMap((check) => (check.found && findRule(check.rule)?.isFact ? check.found : []));
  if (status === 'good' && facts.length > 0) return <ReadFacts facts={facts} />;
  const texts = {
    reading: progress && fillText(messages.page, { ...progress }),
    received: messages.receivedText,
  };
  const text = (status === 'reading' || status === 'received') && texts[status];
  return text ? (
    <Box as="p" color="muted">
      {text}
    </Box>
  ) : null;
}

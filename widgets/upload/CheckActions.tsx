import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { useMessages } from '../../src/messages/useMessages';
import type { ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { waitsForAnswer } from '../../src/model/income/checks/notes';
import { fillText } from '../../src/model/messages/fillText';
import { type Answering, ConfirmButton, Explanation, findExplanation, messageId } from './CheckAnswer';
import { FactList, ReadFacts } from './ReadFacts';

interface CheckSentenceProps {
  check: ValidationMessage;
  /** True if the file can be deleted, because other files cover all weeks or months. */
  isUnneeded?: boolean;
}

export function CheckSentence({ check, isUnneeded = false }: CheckSentenceProps) {
  const messages = useMessages('document-checks');
  const explanation = findExplanation(check);
  return (
    <>
      {check.facts && check.answer ? (
        <ReadFacts id={messageId(check)} facts={[check.found ?? '']} />
      ) : (
        <p id={messageId(check)} tabIndex={-1}>
          {isUnneeded ? messages.notNeeded : check.message}
        </p>
      )}
      {check.facts && !check.answer && <FactList check={check} facts={check.facts} />}
      {explanation && (
        <Box as="p" color="muted">
          {fillText(messages.yours, { answer: explanation })}
        </Box>
      )}
    </>
  );
}

interface CheckActionsProps extends Answering {
  check: ValidationMessage;
  name: string;
  onAnswer(): void;
  replace?: ReactNode;
}

export function CheckActions({ replace, ...answer }: CheckActionsProps) {
  const messages = useMessages('document-checks');
  const { check, readonly } = answer;
  if (readonly) return null;
  if (check.noAnswer) return replace;
  if (check.outcome !== 'failed')
    return (
      <>
        {waitsForAnswer(check) && <ConfirmButton {...answer} />}
        {check.asksConfirmation && !isFinalAnswer(answer) && (
          <Explanation {...answer} label={check.answer ? messages.change : messages.deny} isButton={!check.answer} />
        )}
        {replace}
        {waitsForAnswer(check) && check.help && <Help text={check.help} />}
      </>
    );
  if (isFinalAnswer(answer)) return null;
  return (
    <>
      {replace}
      <Explanation {...answer} label={check.answer ? messages.change : messages.explain} />
    </>
  );
}

const isFinalAnswer = ({ check, checks }: Pick<CheckActionsProps, 'check' | 'checks'>): boolean =>
  Boolean(check.answer) && checks.isFinal === true;

/** On its own line, below the button. */
function Help({ text }: { text: string }) {
  return (
    <Box as="p" color="muted" fontSize="small" flex="1 1 100%">
      {text}
    </Box>
  );
}

export function ReplaceButton({ name, isMain, onReplace }: { name: string; isMain: boolean; onReplace(): void }) {
  const { upload } = useMessages('widgets');
  return (
    <button
      type="button"
      className="rp-button"
      data-variant={isMain ? undefined : 'link'}
      aria-label={fillText(upload.replaceLabel, { name })}
      onClick={onReplace}
    >
      {upload.replace}
    </button>
  );
}

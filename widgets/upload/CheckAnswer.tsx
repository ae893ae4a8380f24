import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { Grid } from '@chakra-ui/react/grid';
import { useId, useState } from 'react';
import type { Messages } from '../../src/messages/files';
import { pageMessages, useMessages } from '../../src/messages/useMessages';
import type { DocumentChecks, FormServices } from '../../src/model/formContext';
import type { ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { fillText } from '../../src/model/messages/fillText';
import { Textarea } from '../parts/controls';

export const messageId = ({ id }: ValidationMessage) => `document-check-${id}`;

export const factsId = ({ id }: ValidationMessage) => `document-check-facts-${id}`;

/** Returns the applicant's explanation of a check that didn't pass. A confirmation isn't an explanation. */
export function findExplanation({ outcome, answer }: ValidationMessage): string | undefined {
  const isExplained = outcome !== 'passed' && answer !== pageMessages('document-checks').confirmation;
  return isExplained && answer ? answer : undefined;
}

export interface Answering {
  checks: DocumentChecks;
  readonly: boolean;
  announce: FormServices['announce'];
}

interface ConfirmProps extends Answering {
  check: ValidationMessage;
  name: string;
  onAnswer(): void;
}

export function ConfirmButton({ check, name, onAnswer, ...answering }: ConfirmProps) {
  const messages = useMessages('document-checks');
  const { saving, save } = useAnswer(check, answering, onAnswer);
  return (
    <>
      <button
        type="button"
        className="rp-button"
        aria-label={fillText(messages.confirmLabel, { name })}
        aria-describedby={check.facts ? `${messageId(check)} ${factsId(check)}` : messageId(check)}
        onClick={() => void save(messages.confirmation)}
      >
        {messages.confirmIt}
      </button>
      <Status saving={saving} />
    </>
  );
}

interface ExplanationProps extends ConfirmProps {
  label: string;
  /** True if the applicant is as likely to choose it as the button beside it. */
  isButton?: boolean;
}

export function Explanation({ check, name, label, isButton = false, onAnswer, ...answering }: ExplanationProps) {
  const messages = useMessages('document-checks');
  const field = useId();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string>();
  const { saving, save, rest } = useAnswer(check, answering, onAnswer);
  const saved = check.answer === messages.confirmation ? '' : (check.answer ?? '');
  const text = typed ?? saved;

  async function send() {
    if (!(await save(text.trim()))) return;
    setTyped(undefined);
    setOpen(false);
  }

  return (
    <>
      <button
        type="button"
        className="rp-button"
        data-variant={isButton ? undefined : 'link'}
        aria-expanded={isOpen}
        aria-label={`${label}: ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && (
        <Grid gap="2" justifyItems="start" flex="1 1 100%" order="1">
          <Box asChild fontSize="small" fontWeight="medium">
            <label htmlFor={field}>{messages.answer}</label>
          </Box>
          <Textarea
            id={field}
            rows={2}
            maxLength={messages.answerMax}
            autoComplete="off"
            autoFocus
            aria-describedby={messageId(check)}
            value={text}
            onChange={({ target }) => {
              setTyped(target.value);
              rest();
            }}
          />
          <Flex gap="3" align="center" wrap="wrap">
            <button
              type="button"
              className="rp-button"
              aria-disabled={!text.trim() || undefined}
              onClick={() => void send()}
            >
              {messages.save}
            </button>
            <Status saving={saving} />
          </Flex>
        </Grid>
      )}
    </>
  );
}

type Saving = 'idle' | 'saving' | 'saved' | 'failed';

function Status({ saving }: { saving: Saving }) {
  const messages = useMessages('document-checks');
  // An empty element would widen the space between the buttons.
  if (saving === 'idle') return null;
  return (
    <Box as="span" color={saving === 'failed' ? 'error' : undefined}>
      {describeSaving(saving, messages)}
    </Box>
  );
}

/** Saves an answer and announces the result to screen readers. */
function useAnswer(check: ValidationMessage, { checks, announce }: Omit<Answering, 'readonly'>, onAnswer: () => void) {
  const [saving, setSaving] = useState<Saving>('idle');

  async function save(text: string): Promise<boolean> {
    if (saving === 'saving' || !text) return false;
    setSaving('saving');
    onAnswer();
    const isSaved = await checks.answer(check.id, text).then(
      () => true,
      () => false,
    );
    const outcome = isSaved ? 'saved' : 'failed';
    setSaving(outcome);
    announce(describeSaving(outcome, pageMessages('document-checks')));
    return isSaved;
  }

  return { saving, save, rest: () => setSaving('idle') };
}

function describeSaving(saving: Saving, messages: Messages<'document-checks'>): string {
  if (saving === 'idle') return '';
  return { saving: messages.saving, saved: messages.saved, failed: messages.saveFailed }[saving];
}

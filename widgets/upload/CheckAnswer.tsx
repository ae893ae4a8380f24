import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useId, useState } from 'react';
import type { Messages } from '../../src/messages/files';
import { pageMessages, useMessages } from '../../src/messages/useMessages';
import type { DocumentChecks, FormServices } from '../../src/model/formContext';
import type { ValidationMessage } from '../../src/model/income/checks/documentChecks';
import { fillText } from '../../src/model/messages/fillText';
import { Textarea } from '../parts/controls';

export const messageId = ({ id }: ValidationMessage) => `document-check-${id}`;

interface AnsweringProps {
  check: ValidationMessage;
  file: string | undefined;
  checks: DocumentChecks;
  readonly: boolean;
  announce: FormServices['announce'];
  onAnswer(): void;
}

/** Asks for an explanation of a failed check, or for a confirmation. */
export function Answering(props: AnsweringProps) {
  const { outcome, asksConfirmation } = props.check;
  if (outcome === 'failed') return <CheckAnswer {...props} />;
  return asksConfirmation ? <Confirmation {...props} /> : null;
}

function Confirmation({ check, file, readonly, ...rest }: AnsweringProps) {
  const messages = useMessages('document-checks');
  const { saving, save } = useAnswer({ check, ...rest });
  return (
    <Grid {...SAVE}>
      {!check.answer && !readonly && (
        <button
          type="button"
          className="rp-button"
          aria-label={fillText(messages.confirmLabel, { name: file ?? messages.together })}
          aria-describedby={messageId(check)}
          onClick={() => save(messages.confirmation)}
        >
          {messages.confirmIt}
        </button>
      )}
      <span data-state={saving}>
        {check.answer && saving !== 'failed' ? messages.confirmed : describeSaving(saving, messages)}
      </span>
    </Grid>
  );
}

type Saving = 'idle' | 'saving' | 'saved' | 'failed';

/** Saves and announces, because the check may be collapsed by then. */
function useAnswer({ check, checks, announce, onAnswer }: Omit<AnsweringProps, 'file' | 'readonly'>) {
  const [saving, setSaving] = useState<Saving>('idle');

  /** Returns true if saved. */
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

const SAVE = {
  gridTemplateColumns: 'auto 1fr',
  gap: '2',
  alignItems: 'center',
  justifyItems: 'start',
  css: { '& [data-state=failed]': { color: 'error' } },
} as const;

function CheckAnswer({ check, readonly, ...props }: AnsweringProps) {
  const messages = useMessages('document-checks');
  const field = useId();
  const [typed, setTyped] = useState<string>();
  const { saving, save, rest } = useAnswer({ check, ...props });
  const text = typed ?? check.answer ?? '';

  if (readonly && !check.answer) return null;
  return (
    <Grid gap="2" justifyItems="start" width="100%">
      <Box asChild fontSize="small" fontWeight="medium">
        <label htmlFor={field}>{messages.answer}</label>
      </Box>
      <Textarea
        id={field}
        rows={2}
        maxLength={messages.answerMax}
        autoComplete="off"
        readOnly={readonly}
        aria-describedby={messageId(check)}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
          rest();
        }}
      />
      {!readonly && (
        <Grid {...SAVE}>
          <button
            type="button"
            className="rp-button"
            aria-disabled={!text.trim() || undefined}
            onClick={async () => (await save(text.trim())) && setTyped(undefined)}
          >
            {messages.save}
          </button>
          <span data-state={saving}>{describeSaving(saving, messages)}</span>
        </Grid>
      )}
    </Grid>
  );
}

function describeSaving(saving: Saving, messages: Messages<'document-checks'>): string {
  if (saving === 'idle') return '';
  return { saving: messages.saving, saved: messages.saved, failed: messages.saveFailed }[saving];
}

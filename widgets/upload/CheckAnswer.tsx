import { Box } from '@chakra-ui/react/box';
import { Grid } from '@chakra-ui/react/grid';
import { useId, useState } from 'react';
import texts from '../../schemas/texts/document-checks.json';
import type { ValidationMessage } from '../../src/model/checks/findings';
import { fillText } from '../../src/model/fillText';
import type { DocumentChecks, FormServices } from '../../src/model/formContext';
import { Textarea } from '../parts/controls';

/** The id of what a check says. */
export const messageId = ({ id }: ValidationMessage) => `document-check-${id}`;

interface AnsweringProps {
  check: ValidationMessage;
  file: string | undefined;
  checks: DocumentChecks;
  readonly: boolean;
  announce: FormServices['announce'];
  /** Called as the answer is sent. */
  onAnswer(): void;
}

/** A failed check is answered in words, what was found and may be right is confirmed; about the rest there is nothing to say. */
export function Answering(props: AnsweringProps) {
  const { outcome, asksConfirmation } = props.check;
  if (outcome === 'failed') return <CheckAnswer {...props} />;
  return asksConfirmation ? <Confirmation {...props} /> : null;
}

function Confirmation({ check, file, readonly, ...rest }: AnsweringProps) {
  const { saving, save } = useAnswer({ check, ...rest });
  return (
    <Grid {...SAVE}>
      {!check.answer && !readonly && (
        <button
          type="button"
          className="rp-button"
          aria-label={fillText(texts.confirmLabel, { name: file ?? texts.together })}
          aria-describedby={messageId(check)}
          onClick={() => save(texts.confirmation)}
        >
          {texts.confirmIt}
        </button>
      )}
      <span data-state={saving}>{check.answer && saving !== 'failed' ? texts.confirmed : wordsFor(saving)}</span>
    </Grid>
  );
}

type Saving = 'idle' | 'saving' | 'saved' | 'failed';

/** Stores an answer to a check, and says how that went: the check may be folded away by then. */
function useAnswer({ check, checks, announce, onAnswer }: Omit<AnsweringProps, 'file' | 'readonly'>) {
  const [saving, setSaving] = useState<Saving>('idle');

  /** True when the answer is stored. */
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
    announce(wordsFor(outcome));
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

/** What the applicant says to a failed check, in words; stored next to it. */
function CheckAnswer({ check, readonly, ...props }: AnsweringProps) {
  const field = useId();
  const [typed, setTyped] = useState<string>();
  const { saving, save, rest } = useAnswer({ check, ...props });
  const text = typed ?? check.answer ?? '';

  if (readonly && !check.answer) return null;
  return (
    <Grid gap="2" justifyItems="start" width="100%">
      <Box asChild fontSize="small" fontWeight="medium">
        <label htmlFor={field}>{texts.answer}</label>
      </Box>
      <Textarea
        id={field}
        rows={2}
        maxLength={texts.answerMax}
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
            {texts.save}
          </button>
          <span data-state={saving}>{wordsFor(saving)}</span>
        </Grid>
      )}
    </Grid>
  );
}

function wordsFor(saving: Saving): string {
  if (saving === 'idle') return '';
  return { saving: texts.saving, saved: texts.saved, failed: texts.saveFailed }[saving];
}

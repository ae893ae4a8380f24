import { useId, useState } from 'react';
import texts from '../../schemas/texts/document-checks.json';
import type { ValidationMessage } from '../../src/model/checks/findings';
import type { DocumentChecks } from '../../src/model/formContext';

interface CheckAnswerProps {
  check: ValidationMessage;
  /** The id of its message. */
  describedBy: string;
  checks: DocumentChecks;
  readonly: boolean;
}

type Saving = 'idle' | 'saving' | 'saved' | 'failed';

/** What the applicant says to a failed check, in words; stored beside it. */
export function CheckAnswer({ check: { id, answer }, describedBy, checks, readonly }: CheckAnswerProps) {
  const field = useId();
  const [typed, setTyped] = useState<string>();
  const [saving, setSaving] = useState<Saving>('idle');
  const text = typed ?? answer ?? '';

  async function save() {
    if (saving === 'saving' || !text.trim()) return;
    setSaving('saving');
    try {
      await checks.answer(id, text.trim());
      setTyped(undefined);
      setSaving('saved');
    } catch {
      setSaving('failed');
    }
  }

  if (readonly && !answer) return null;
  return (
    <div className="rp-check-answer">
      <label htmlFor={field}>{texts.answer}</label>
      <textarea
        id={field}
        className="rp-control"
        rows={2}
        maxLength={texts.answerMax}
        autoComplete="off"
        readOnly={readonly}
        aria-describedby={describedBy}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
          setSaving('idle');
        }}
      />
      {!readonly && (
        <div className="rp-check-save">
          <button type="button" className="rp-button" aria-disabled={!text.trim() || undefined} onClick={save}>
            {texts.save}
          </button>
          <span role="status" data-state={saving}>
            {wordsFor(saving)}
          </span>
        </div>
      )}
    </div>
  );
}

function wordsFor(saving: Saving): string {
  if (saving === 'idle') return '';
  return { saving: texts.saving, saved: texts.saved, failed: texts.saveFailed }[saving];
}

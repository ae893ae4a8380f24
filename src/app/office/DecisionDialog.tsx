import { useEffect, useRef, useState } from 'react';
import { previewLetter, submitDecision } from '../../api/office';
import type { DecisionRequest, OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { findDocumentPlace, type OfficeAction, officeFile, placeName } from '../../model/office';
import type { Answers, Context } from '../../model/types';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { usePending } from '../ui/usePending';
import { choicesFrom, OfficeForm, type Problem, ProblemBanner, readProblem } from './OfficeForm';

interface DecisionDialogProps {
  act: OfficeAction;
  /** The revision the user saw. */
  revision: number;
  application: OfficeApplication;
  onClose(isDone: boolean): void;
}

const FORM = 'act';

/** Forms whose decision may send a letter, which is shown first. */
const WITH_LETTER = ['reasons', 'conditions'];

/** A letter as it would be sent. */
interface Preview {
  answers: Answers;
  letter: string;
}

/** Asks what a decision needs, by its form in schemas/office/status.json, and shows its letter before it's sent. */
export function DecisionDialog({ act, revision, application, onClose }: DecisionDialogProps) {
  const messages = useMessages('office').acts;
  const { title, asks }: { title: string; asks?: string } = officeFile().acts[act];
  const [lists] = useState(() => findLists(application));
  const [problem, setProblem] = useState<Problem>();
  const [preview, setPreview] = useState<Preview>();
  // Can't confirm a form that's still loading.
  const [isReady, setReady] = useState(!asks);
  const toRequest = (answers: Answers) => ({ act, revision, ...toBody(answers) });
  const [isPending, confirm] = usePending(async (answers: Answers) => {
    try {
      await submitDecision(application.id, toRequest(answers));
      onClose(true);
    } catch (cause) {
      setPreview(undefined);
      setProblem(readProblem(cause));
    }
  });
  async function submit(answers: Answers) {
    setProblem(undefined);
    if (!WITH_LETTER.includes(asks ?? '')) return confirm(answers);
    try {
      const { letter } = await previewLetter(application.id, toRequest(answers));
      if (!letter) return await confirm(answers);
      setPreview({ answers, letter });
    } catch (cause) {
      setProblem(readProblem(cause));
    }
  }
  const first = fillText(asks === 'reasons' ? messages.preview : messages.do, { act: title });
  return (
    <Dialog
      title={title}
      onClose={() => onClose(false)}
      footer={
        preview ? (
          <>
            <Button onClick={() => setPreview(undefined)}>{messages.back}</Button>
            <Button variant="primary" aria-disabled={isPending} onClick={() => void confirm(preview.answers)}>
              {fillText(messages.send, { act: title })}
            </Button>
          </>
        ) : (
          <>
            <CancelButton />
            <Button
              variant="primary"
              disabled={!isReady}
              aria-disabled={isPending}
              {...(asks ? { type: 'submit', form: FORM } : { onClick: () => void confirm({}) })}
            >
              {first}
            </Button>
          </>
        )
      }
    >
      {problem && <ProblemBanner problem={problem} onLook={() => onClose(true)} />}
      {preview && (
        <>
          <Banner kind="info" title={messages.previewLead} />
          <Letter text={preview.letter} />
        </>
      )}
      {asks && (
        // Stays, so that going back finds the answers.
        <div hidden={preview !== undefined}>
          <OfficeForm
            id={FORM}
            step={asks}
            lists={lists}
            initial={firstAnswers[asks]}
            onReady={() => setReady(true)}
            onSubmit={submit}
          />
        </div>
      )}
    </Dialog>
  );
}

function Letter({ text }: { text: string }) {
  const letter = useRef<HTMLParagraphElement>(null);
  // Synchronizes focus and scroll with the step that appeared.
  useEffect(() => {
    letter.current?.focus({ preventScroll: true });
    letter.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may be long, and the keyboard scrolls what has the focus.
    <p ref={letter} tabIndex={0} className="of-letter">
      {text}
    </p>
  );
}

/** Lists start with one row. */
const firstAnswers: Record<string, Answers | undefined> = {
  documents: { documents: [{}] },
  reasons: { reports: [{}] },
  conditions: { reports: [{}] },
};

/** Choices of the forms: reasons, bases, terms and document places. */
function findLists({ decline_reasons, may_ask }: OfficeApplication): Context['lists'] {
  const { reasons, bases, terms } = officeFile();
  return {
    reasons: decline_reasons.map((value) => ({ value, label: reasons[value].title })),
    bases: choicesFrom(bases),
    terms: choicesFrom(terms),
    places: may_ask.map((place) => ({
      value: placeName(place),
      label: [place.title, place.source].filter(Boolean).join(', '),
    })),
  };
}

/** Converts form answers to the call's body, where a place is two numbers. */
function toBody({ documents, ...rest }: Answers): Partial<DecisionRequest> {
  // The form's schema guarantees the rows.
  const rows = documents as { place: string; text: string }[] | undefined;
  const asked = rows?.map(({ place, text }) => ({ ...findDocumentPlace(place), text }));
  return { ...rest, ...(asked && { documents: asked }) };
}

import { useEffect, useEffectEvent, useState } from 'react';
import { previewDecision, submitDecision } from '../../api/office';
import type { DecisionPreview, DecisionRequest, Finding, OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { findDocumentPlace, type OfficeAction, officeFile, placeName } from '../../model/office';
import type { Answers, Context } from '../../model/types';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { Skeleton } from '../ui/Skeleton';
import { usePending } from '../ui/usePending';
import { EmailPreview } from './EmailPreview';
import { languageName } from './languageName';
import { OfficeForm, type Problem, ProblemBanner, readProblem, toChoices } from './OfficeForm';

interface DecisionDialogProps {
  act: OfficeAction;
  /** The revision that the user saw. */
  revision: number;
  places?: Finding['ask'];
  application: OfficeApplication;
  onClose(isDone: boolean): void;
}

const FORM = 'act';

interface Preview {
  answers: Answers;
  preview: DecisionPreview;
}

/** Shows the decision's form, then a preview. Decisions without a form start with the preview. */
export function DecisionDialog({ act, revision, places, application, onClose }: DecisionDialogProps) {
  const { acts: messages, application: office } = useMessages('office');
  const {
    title,
    asks,
    isMailed = false,
  }: { title: string; asks?: string; isMailed?: boolean } = officeFile().acts[act];
  const [lists] = useState(() => findLists(application));
  const [initial] = useState(() => firstAnswers(asks, application, places));
  const [problem, setProblem] = useState<Problem>();
  const [written, setWritten] = useState<Preview>();
  const [isReady, setReady] = useState(false);
  const toRequest = (answers: Answers) => ({ act, revision, ...toBody(answers) });
  const [isPending, confirm] = usePending(async (answers: Answers) => {
    try {
      await submitDecision(application.id, toRequest(answers));
      onClose(true);
    } catch (cause) {
      setProblem(readProblem(cause));
    }
  });
  async function submit(answers: Answers) {
    setProblem(undefined);
    try {
      setWritten({ answers, preview: await previewDecision(application.id, toRequest(answers)) });
    } catch (cause) {
      setProblem(readProblem(cause));
    }
  }
  const submitFirst = useEffectEvent(() => void submit({}));
  // Requests the preview right away if the decision has no form.
  useEffect(() => {
    if (!asks) submitFirst();
  }, [asks]);
  return (
    <Dialog
      title={title}
      onClose={() => onClose(false)}
      footer={
        written ? (
          <>
            {asks ? (
              <Button onClick={() => [setProblem(undefined), setWritten(undefined)]}>{messages.back}</Button>
            ) : (
              <CancelButton />
            )}
            <Button variant="primary" aria-disabled={isPending} onClick={() => void confirm(written.answers)}>
              {fillText(written.preview.email ? messages.send : messages.do, { act: title })}
            </Button>
          </>
        ) : (
          <>
            <CancelButton />
            {asks && (
              <Button variant="primary" disabled={!isReady} type="submit" form={FORM}>
                {isMailed ? messages.preview : fillText(messages.do, { act: title })}
              </Button>
            )}
          </>
        )
      }
    >
      {problem && <ProblemBanner problem={problem} onLook={() => onClose(true)} />}
      {!asks && !written && !problem && <Skeleton lines={4} />}
      {written && <EmailPreview preview={written.preview} name={application.name} />}
      {asks && (
        // Stays mounted, so that going back doesn't lose answers.
        <div hidden={written !== undefined}>
          {asks === 'documents' && (
            <p className="rp-help">{fillText(office.languageHelp, { language: languageName(application.language) })}</p>
          )}
          <OfficeForm
            id={FORM}
            step={asks}
            lists={lists}
            initial={initial}
            onReady={() => setReady(true)}
            onSubmit={submit}
          />
        </div>
      )}
    </Dialog>
  );
}

/** Returns the form's initial answers. Document requests start with the chosen documents, or all missing ones. */
function firstAnswers(
  asks: string | undefined,
  { may_ask }: OfficeApplication,
  places?: Finding['ask'],
): Answers | undefined {
  if (asks === 'reasons' || asks === 'conditions') return { reports: [{}] };
  if (asks !== 'documents') return undefined;
  const missing = may_ask.filter(({ state }) => state === 'missing');
  const chosen = (places ?? missing).flatMap((place) => may_ask.filter((one) => placeName(one) === placeName(place)));
  if (chosen.length === 0) return { documents: [{}] };
  return { documents: chosen.map((one) => ({ place: placeName(one), text: one.template })) };
}

function findLists({ decline_reasons, may_ask }: OfficeApplication): Context['lists'] {
  const { reasons, bases, terms } = officeFile();
  return {
    reasons: decline_reasons.map((value) => ({ value, label: reasons[value].title })),
    bases: toChoices(bases),
    terms: toChoices(terms),
    places: may_ask.map((place) => ({
      value: placeName(place),
      label: [place.title, place.source].filter(Boolean).join(', '),
    })),
  };
}

/** Returns the request body, with a document's two ids instead of the form's `place`. */
function toBody({ documents, ...rest }: Answers): Partial<DecisionRequest> {
  // The form's schema guarantees these fields.
  const rows = documents as { place: string; text: string }[] | undefined;
  const requested = rows?.map(({ place, text }) => ({ ...findDocumentPlace(place), text }));
  return { ...rest, ...(requested && { documents: requested }) };
}

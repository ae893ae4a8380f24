import { useEffect, useRef, useState } from 'react';
import { createAct } from '../../api/act';
import { type ApiError, toApiError } from '../../api/apiError';
import { stepResource } from '../../api/steps';
import { lacksFiles } from '../../engine/coupling';
import { type StepAnswers, toBody } from '../../model/body';
import { recordsIn } from '../../model/paths';
import { type LoadedStep, servedIn } from '../form/loadedStep';
import { placeErrors } from '../form/serverErrors';
import type { SectionForms } from '../form/useSectionForms';
import { confirm } from '../ui/QuestionHost';
import { dismissToasts, toast } from '../ui/Toaster';
import { wordsOf } from './formatDay';

interface Parts {
  loaded: LoadedStep;
  trnId: string;
  forms: SectionForms;
  onSaved?(): void;
  /** Called after the pause that the dialog stays (spec 003, section 9). */
  onDone(): void;
}

/** Saves the sections of a dialog, one save at a time (spec 003, section 8). */
export function useSaveDialog({ loaded, trnId, forms, onSaved, onDone }: Parts): () => Promise<void> {
  const { step, version, sections, documents } = loaded;
  const [act] = useState(createAct);
  const isBusy = useRef(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const words = wordsOf(step);
  // Tied to the timer, which must not outlive the dialog.
  useEffect(() => () => clearTimeout(pause.current), []);

  return async () => {
    const answers = forms.submit();
    if (!answers || isBusy.current) return;
    isBusy.current = true;
    if (!(await isMeant(answers))) {
      isBusy.current = false;
      return;
    }
    const body = withNumbers(toBody(step, answers, { sectionOf: servedIn(sections), documents }));
    toast('info', words.saving);
    try {
      await act(body, (key) => stepResource(step).save({ trnId, version, body, key }));
      dismissToasts();
      toast('success', words.saved);
      onSaved?.();
      pause.current = setTimeout(onDone, words.closeAfter ?? 0);
    } catch (cause) {
      dismissToasts();
      refuse(toApiError(cause));
      isBusy.current = false;
    }
  };

  /** Asks once more where a document was promised and none is there. */
  async function isMeant(answers: StepAnswers): Promise<boolean> {
    const isPromised = sections.some(({ name, served }) => lacksFiles(served.ui, answers[name]));
    return !isPromised || !words.withoutFile || confirm(words.withoutFile);
  }

  /** The server's number of each question goes back with its answer (spec 003, section 5). */
  function withNumbers(body: Record<string, unknown>): Record<string, unknown> {
    if (!Array.isArray(body.questions)) return body;
    const numbered = recordsIn(body.questions).map((question) => {
      const { required, ProfileTabFieldID } = loaded.groups.find(({ name }) => name === question.name) ?? {};
      return { ...question, required, ProfileTabFieldID };
    });
    return { ...body, questions: numbered };
  }

  function refuse(error: ApiError) {
    if (error.status === 422) forms.refuse(placeErrors(error.fieldErrors ?? [], step).bySection);
    // A refusal inside a good answer has words of its own in the specification.
    toast('error', error.status < 400 && words.refused ? words.refused : `${words.failed}. ${error.message}`);
  }
}

import { useEffect, useRef, useState } from 'react';
import { type ApiError, toApiError } from '../../api/apiError';
import { createIdempotentCall } from '../../api/idempotentCall';
import { stepResource } from '../../api/steps';
import { lacksFiles } from '../../engine/listQuestion';
import { recordsIn } from '../../model/answers/paths';
import { type StepAnswers, toBody } from '../../model/answers/stepBody';
import { type LoadedStep, servedIn } from '../form/loadedStep';
import { placeErrors } from '../form/serverErrors';
import type { SectionForms } from '../form/useSectionForms';
import { confirm } from '../ui/QuestionHost';
import { dismissToasts, toast } from '../ui/Toaster';
import { useDialogMessages } from './successSteps';

interface Parts {
  loaded: LoadedStep;
  trnId: string;
  forms: SectionForms;
  onSaved?(): void;
  /** Called when the dialog can close (docs/spec/003.md, §9). */
  onDone(): void;
}

/** Returns a function that saves the dialog, one save at a time (docs/spec/003.md, §8). */
export function useSaveDialog({ loaded, trnId, forms, onSaved, onDone }: Parts): () => Promise<void> {
  const { step, version, sections, documents } = loaded;
  const [saveOnce] = useState(createIdempotentCall);
  const isBusy = useRef(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const messages = useDialogMessages(step);
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
    toast('info', messages.saving);
    try {
      await saveOnce(body, (key) => stepResource(step).save({ trnId, version, body, key }));
      dismissToasts();
      toast('success', messages.saved);
      onSaved?.();
      pause.current = setTimeout(onDone, messages.closeAfter ?? 0);
    } catch (cause) {
      dismissToasts();
      refuse(toApiError(cause));
      isBusy.current = false;
    }
  };

  async function isMeant(answers: StepAnswers): Promise<boolean> {
    const isPromised = sections.some(({ name, served }) => lacksFiles(served.ui, answers[name]));
    return !isPromised || !messages.withoutFile || confirm(messages.withoutFile);
  }

  /** Adds each question's ID and `required` flag (docs/spec/003.md, §5). */
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
    // A response with a status below 400 can refuse the save too.
    toast('error', error.status < 400 && messages.refused ? messages.refused : `${messages.failed}. ${error.message}`);
  }
}

import type { FormEvent, ReactNode } from 'react';
import { useForm } from '../../api/forms';
import { suggestAddresses } from '../../api/users';
import type { BodyError } from '../../contract/call';
import { ErrorSummary } from '../../engine/ErrorSummary';
import { FlatForm } from '../../engine/FlatForm';
import type { FormServices } from '../../model/formContext';
import { parsePointer } from '../../model/paths';
import type { Answers, Checker, FieldError, ServedForm } from '../../model/types';
import { checkerOf, useCheckers } from '../form/useCheckers';
import { useSectionForms } from '../form/useSectionForms';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { alert, confirm } from '../ui/QuestionHost';
import { Skeleton } from '../ui/Skeleton';
import { usePending } from '../ui/usePending';
import { LoadProblem } from './LoadProblem';

interface FlatEntryFormProps {
  /** The step of the entry flow whose only section is asked. */
  step: string;
  submit: string;
  /** On the button while `onSubmit` is at work. */
  pending: string;
  /** Tells its own mistakes; those that the server found in single fields go to `refuse`. */
  onSubmit(answers: Answers, refuse: (errors: readonly BodyError[]) => void): Promise<void>;
  /** Beside the button. */
  children?: ReactNode;
}

/** A small form of the entry flow with its button. */
export function FlatEntryForm(props: FlatEntryFormProps) {
  const form = useForm('entry', props.step);
  const checkers = useCheckers(form.data);
  const error = form.error ?? checkers.error;
  if (error) return <LoadProblem error={error} onRetry={() => void (form.error ? form : checkers).mutate()} />;
  if (!form.data || !checkers.data) return <Skeleton fields={2} holdsRest />;
  return <LoadedForm {...props} form={form.data} checkers={checkers.data} />;
}

interface LoadedFormProps extends FlatEntryFormProps {
  form: ServedForm;
  checkers: Record<string, Checker>;
}

function LoadedForm({ form, checkers, submit, pending, onSubmit, children }: LoadedFormProps) {
  const forms = useSectionForms(form.sections, form.context);
  const [isPending, send] = usePending(async () => {
    const answers = forms.submit();
    if (answers) await onSubmit(Object.assign({}, ...Object.values(answers)), refuse);
  });
  const refuse = (errors: readonly BodyError[]) =>
    forms.refuse({ [form.sections[0]?.name ?? '']: errors.map(toFieldError) });
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={submitForm} noValidate>
      <ErrorSummary key={forms.attempt} errors={forms.lines} />
      {form.sections.map((section) => (
        <FlatForm
          key={section.name}
          section={section}
          checker={checkerOf(checkers, section.name)}
          context={form.context}
          services={entryServices}
          initial={noAnswers}
          mode="live"
          serverErrors={forms.serverErrors[section.name]}
          {...forms.listen(section.name)}
        />
      ))}
      <div className="rp-buttons">
        <Button variant="primary" type="submit" aria-disabled={isPending}>
          {isPending ? pending : submit}
        </Button>
        {children}
      </div>
    </form>
  );
}

const noAnswers: Answers = {};

function toFieldError({ path, field = path, message }: BodyError): FieldError {
  return { path: parsePointer(field), message, keyword: 'server' };
}

/** What the forms before a session may ask of the world: no documents and no sources exist yet. */
export const entryServices: FormServices = {
  suggestAddresses,
  documents: {
    list: () => noDocuments,
    subscribe: () => () => undefined,
    upload: () => notYet(),
    remove: () => notYet(),
    address: () => notYet(),
  },
  sources: { add: () => notYet(), remove: () => notYet() },
  confirm,
  alert,
  announce,
};

const noDocuments: never[] = [];

function notYet(): Promise<never> {
  return Promise.reject(
    new Error('Documents and sources belong to an application, and there is none before registration.'),
  );
}

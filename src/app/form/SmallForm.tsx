import {
  type ComponentType,
  type FormEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
} from 'react';
import { useForm } from '../../api/forms';
import type { BodyError } from '../../contract/call';
import { ErrorSummary } from '../../engine/ErrorSummary';
import type { SectionFormProps } from '../../engine/useSection';
import type { FormServices } from '../../model/formContext';
import { parsePointer } from '../../model/paths';
import type { Answers, Checker, Context, FieldError, ServedForm } from '../../model/types';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { alert, confirm } from '../ui/QuestionHost';
import { Skeleton } from '../ui/Skeleton';
import { usePending } from '../ui/usePending';
import { checkerOf, useCheckers } from './useCheckers';
import { useSectionForms } from './useSectionForms';

export interface SmallFormProps {
  flow: 'entry' | 'office';
  /** The step of the flow whose only section is asked. */
  step: string;
  /** What draws the section: with RJSF, or without it where a first page is to stay light. */
  draw: ComponentType<SectionFormProps>;
  services: FormServices;
  /** What the page has to choose from, for questions that name it as their `source`. */
  lists?: Context['lists'];
  /** Must stay the same while the form is shown. */
  initial?: Answers;
  /** Names the `form`, whose button is elsewhere; it has none of its own then. */
  id?: string;
  submit?: string;
  /** On the button while `onSubmit` is at work. */
  pending?: string;
  /** Tells its own mistakes; those that the server found in single fields go to `refuse`. */
  onSubmit?(answers: Answers, refuse: (errors: readonly BodyError[]) => void): Promise<void>;
  /** Every change, with the answers as typed. */
  onChange?(answers: Answers): void;
  /** Once it has come and is there to be sent. */
  onReady?(): void;
  /** In place of a form that could not be fetched. */
  problem(error: Error, onRetry: () => void): ReactNode;
  /** Beside the button. */
  children?: ReactNode;
}

/** A form of one section with its button, outside of the steps of an application. */
export function SmallForm(props: SmallFormProps) {
  const form = useForm(props.flow, props.step);
  const checkers = useCheckers(form.data);
  const error = form.error ?? checkers.error;
  const isThere = Boolean(form.data && checkers.data);
  // Drawn in slices, between which a slow processor answers.
  const isDrawn = useDeferredValue(isThere);
  if (error) return props.problem(error, () => void (form.error ? form : checkers).mutate());
  if (!isDrawn || !form.data || !checkers.data) return <Skeleton fields={2} holdsRest={props.flow === 'entry'} />;
  return <LoadedForm {...props} form={form.data} checkers={checkers.data} />;
}

interface LoadedFormProps extends SmallFormProps {
  form: ServedForm;
  checkers: Record<string, Checker>;
}

function LoadedForm({
  form,
  checkers,
  draw: Section,
  services,
  lists,
  initial = noAnswers,
  id,
  submit,
  pending,
  onSubmit,
  onChange,
  onReady,
  children,
}: LoadedFormProps) {
  const ready = useEffectEvent(() => onReady?.());
  // A button outside the form waits for it.
  useEffect(() => ready(), []);
  const context = useMemo(() => (lists ? { ...form.context, lists } : form.context), [form.context, lists]);
  const forms = useSectionForms(form.sections, context);
  const [isPending, send] = usePending(async () => {
    const answers = forms.submit();
    if (answers) await onSubmit?.(Object.assign({}, ...Object.values(answers)), refuse);
  });
  const refuse = (errors: readonly BodyError[]) =>
    forms.refuse({ [form.sections[0]?.name ?? '']: errors.map(toFieldError) });
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form id={id} onSubmit={submitForm} noValidate>
      <ErrorSummary key={forms.attempt} errors={forms.lines} />
      {form.sections.map((section) => (
        <Section
          key={section.name}
          section={section}
          checker={checkerOf(checkers, section.name)}
          context={context}
          services={services}
          initial={initial}
          mode="live"
          serverErrors={forms.serverErrors[section.name]}
          {...forms.listen(section.name)}
          {...(onChange && { onChange })}
        />
      ))}
      {(submit || children) && (
        <div className="rp-buttons">
          {submit && (
            <Button variant="primary" type="submit" aria-disabled={isPending}>
              {isPending ? (pending ?? submit) : submit}
            </Button>
          )}
          {children}
        </div>
      )}
    </form>
  );
}

const noAnswers: Answers = {};

function toFieldError({ path, field = path, message }: BodyError): FieldError {
  return { path: parsePointer(field), message, keyword: 'server' };
}

/** What a form may ask of the world that uploads nothing and adds no sources of income; `why` says so to whoever tries. */
export function servicesWithoutDocuments(
  why: string,
  suggestAddresses: FormServices['suggestAddresses'] = async () => [],
): FormServices {
  const refuse = () => Promise.reject(new Error(why));
  return {
    suggestAddresses,
    documents: {
      list: () => noDocuments,
      subscribe: () => () => undefined,
      upload: refuse,
      remove: refuse,
      address: refuse,
    },
    sources: { add: refuse, remove: refuse },
    confirm,
    alert,
    announce,
  };
}

const noDocuments: never[] = [];

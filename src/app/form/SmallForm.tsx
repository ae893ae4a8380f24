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
import { parsePointer } from '../../model/answers/paths';
import type { FormServices } from '../../model/formContext';
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
  step: string;
  /** `SectionForm`, or `FlatForm` on pages that don't load RJSF. */
  draw: ComponentType<SectionFormProps>;
  services: FormServices;
  lists?: Context['lists'];
  /** Today where the applicant is. The default is today in UTC. */
  today?: string;
  /** Later changes are ignored until the form's questions change. */
  initial?: Answers;
  id?: string;
  submit?: string;
  pending?: string;
  /** Called with the valid answers. `refuse` shows the server's field errors. */
  onSubmit?(answers: Answers, refuse: (errors: readonly BodyError[]) => void): Promise<void>;
  onChange?(answers: Answers): void;
  onReady?(): void;
  problem(error: Error, onRetry: () => void): ReactNode;
  children?: ReactNode;
}

export function SmallForm(props: SmallFormProps) {
  const form = useForm(props.flow, props.step);
  const checkers = useCheckers(form.data);
  const error = form.error ?? checkers.error;
  const isThere = Boolean(form.data && checkers.data);
  // Defers rendering, so that slow phones stay responsive.
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
  today = form.context.today,
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
  useEffect(() => ready(), []);
  const context = useMemo(() => ({ ...form.context, today, ...(lists && { lists }) }), [form.context, today, lists]);
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

/** Returns form services for forms without files. Requests for documents and sources reject with the message `why`. */
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
      cancelUpload: async () => undefined,
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

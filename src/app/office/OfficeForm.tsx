import { toApiError } from '../../api/apiError';
import type { ApplicationStatus } from '../../contract/office';
import { SectionForm } from '../../engine/SectionForm';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { officeFile } from '../../model/office';
import { SmallForm, type SmallFormProps, servicesWithoutDocuments } from '../form/SmallForm';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';

/** Shows a form from schemas/flows/office.json. */
export function OfficeForm(props: Omit<SmallFormProps, 'flow' | 'draw' | 'services' | 'problem'>) {
  const messages = useMessages('office');
  return (
    <SmallForm
      {...props}
      pending={messages.pending}
      flow="office"
      draw={SectionForm}
      services={services}
      problem={({ message }, onRetry) => (
        <Banner kind="error" title={fillText(messages.formFailed, { reason: message })}>
          <Button onClick={onRetry}>{messages.retry}</Button>
        </Banner>
      )}
    />
  );
}

export function toChoices(titles: Record<string, string | { title: string }>): { value: string; label: string }[] {
  return Object.entries(titles).map(([value, title]) => ({
    value,
    label: typeof title === 'string' ? title : title.title,
  }));
}

export interface Problem {
  message: string;
  /** Set only if the application has changed or doesn't allow the decision. */
  currentStatus?: ApplicationStatus;
}

export function readProblem(cause: unknown): Problem {
  const { message, code, records, fieldErrors } = toApiError(cause);
  // Errors with these codes can include the current status.
  if (code === 'staleAct' || code === 'noSuchAct')
    return { message, currentStatus: (records as ApplicationStatus | null) ?? undefined };
  return { message: fieldErrors?.map((error) => error.message).join(' ') || message };
}

/** Shows the error, or the application's current status with a button to reload. */
export function ProblemBanner({
  problem: { message, currentStatus: stands },
  onLook,
}: {
  problem: Problem;
  onLook(): void;
}) {
  const messages = useMessages('office').acts;
  const { stale, look } = messages;
  if (!stands) return <Banner kind="error" title={message} />;
  return (
    <Banner kind="warning" title={fillText(stale, { status: officeFile().statuses[stands.status].title })}>
      <Button onClick={onLook}>{look}</Button>
    </Banner>
  );
}

const services = servicesWithoutDocuments('Documents and income sources belong to the applicant.');

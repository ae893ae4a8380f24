import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import { toApiError } from '../../api/apiError';
import type { Standing } from '../../contract/office';
import { SectionForm } from '../../engine/SectionForm';
import { fillText } from '../../model/fillText';
import { SmallForm, type SmallFormProps, servicesWithoutDocuments } from '../form/SmallForm';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';

/** A form of schemas/flows/office.json, drawn by the engine; what is chosen from comes as `lists`. */
export function OfficeForm(props: Omit<SmallFormProps, 'flow' | 'draw' | 'services' | 'problem'>) {
  return (
    <SmallForm
      {...props}
      pending={texts.pending}
      flow="office"
      draw={SectionForm}
      services={services}
      problem={({ message }, onRetry) => (
        <Banner kind="error" title={fillText(texts.formFailed, { reason: message })}>
          <Button onClick={onRetry}>{texts.retry}</Button>
        </Banner>
      )}
    />
  );
}

/** What a form of the office chooses from, by the names of schemas/office/status.json or of a text. */
export function choicesFrom(titles: Record<string, string | { title: string }>): { value: string; label: string }[] {
  return Object.entries(titles).map(([value, title]) => ({
    value,
    label: typeof title === 'string' ? title : title.title,
  }));
}

/** What came of an act that was refused. */
export interface Problem {
  message: string;
  /** Where somebody else was faster. */
  stands?: Standing;
}

/** Why the server refused an act. */
export function problemOf(cause: unknown): Problem {
  const { message, code, records, fieldErrors } = toApiError(cause);
  // What stands is what these codes carry.
  if (code === 'staleAct' || code === 'noSuchAct')
    return { message, stands: (records as Standing | null) ?? undefined };
  return { message: fieldErrors?.map((error) => error.message).join(' ') || message };
}

/** Says so, and what stands now, with a way to look at it. */
export function ProblemBanner({ problem: { message, stands }, onLook }: { problem: Problem; onLook(): void }) {
  const { stale, look } = texts.acts;
  if (!stands) return <Banner kind="error" title={message} />;
  return (
    <Banner kind="warning" title={fillText(stale, { status: office.statuses[stands.status].title })}>
      <Button onClick={onLook}>{look}</Button>
    </Banner>
  );
}

const services = servicesWithoutDocuments('Documents and sources belong to the pages of an applicant.');

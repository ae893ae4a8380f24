import type { BodyError } from '../../contract/call';
import { SectionForm } from '../../engine/SectionForm';
import { useMessages } from '../../messages/useMessages';
import type { Answers, Context } from '../../model/types';
import { SmallForm, servicesWithoutDocuments } from '../form/SmallForm';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { LoadError } from '../ui/LoadError';

interface PersonDialogProps {
  step: 'household-person' | 'household-replacement' | 'household-invitation';
  texts: { title: string; lead: string; submit: string };
  lists?: Context['lists'];
  initial?: Answers;
  onSubmit(answers: Answers, refuse: (errors: readonly BodyError[]) => void): Promise<void>;
  onClose(): void;
}

/** A form about a person of the household (schemas/flows/entry.json). */
export function PersonDialog({ step, texts, lists, initial, onSubmit, onClose }: PersonDialogProps) {
  const { pending } = useMessages('household');
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p className="rp-help">{texts.lead}</p>
      <SmallForm
        flow="entry"
        step={step}
        draw={SectionForm}
        services={services}
        lists={lists}
        initial={initial}
        submit={texts.submit}
        pending={pending}
        onSubmit={onSubmit}
        problem={(error, onRetry) => <LoadError error={error} onRetry={onRetry} />}
      >
        <CancelButton />
      </SmallForm>
    </Dialog>
  );
}

const services = servicesWithoutDocuments('A person of the household has no documents here.');

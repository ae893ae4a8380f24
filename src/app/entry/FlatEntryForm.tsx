import { suggestAddresses } from '../../api/users';
import { FlatForm } from '../../engine/FlatForm';
import { SmallForm, type SmallFormProps, servicesWithoutDocuments } from '../form/SmallForm';
import { LoadProblem } from './LoadProblem';

type FlatEntryFormProps = Pick<SmallFormProps, 'step' | 'children'> &
  Required<Pick<SmallFormProps, 'submit' | 'pending' | 'onSubmit'>>;

/** A small form of the entry flow with its button. */
export function FlatEntryForm(props: FlatEntryFormProps) {
  return (
    <SmallForm
      {...props}
      flow="entry"
      draw={FlatForm}
      services={entryServices}
      problem={(error, onRetry) => <LoadProblem error={error} onRetry={onRetry} />}
    />
  );
}

/** What the forms before a session may ask of the world: no documents and no sources exist yet. */
export const entryServices = servicesWithoutDocuments(
  'Documents and sources belong to an application, and there is none before registration.',
  suggestAddresses,
);

import { suggestAddresses } from '../../api/users';
import { FlatForm } from '../../engine/FlatForm';
import { LoadError } from '../ui/LoadError';
import { SmallForm, type SmallFormProps, servicesWithoutDocuments } from './SmallForm';

type FlatEntryFormProps = Pick<SmallFormProps, 'step' | 'children'> &
  Required<Pick<SmallFormProps, 'submit' | 'pending' | 'onSubmit'>>;

export function FlatEntryForm(props: FlatEntryFormProps) {
  return (
    <SmallForm
      {...props}
      flow="entry"
      draw={FlatForm}
      services={entryServices}
      problem={(error, onRetry) => <LoadError error={error} onRetry={onRetry} />}
    />
  );
}

/** Leaves out documents and income sources, because they require a session. */
export const entryServices = servicesWithoutDocuments(
  'Documents and sources belong to an application, and there is none before registration.',
  suggestAddresses,
);

import { addPerson } from '../../api/household';
import type { BodyError } from '../../contract/call';
import type { Household, NewPerson } from '../../contract/household';
import { useMessages } from '../../messages/useMessages';
import type { Answers } from '../../model/types';
import { PersonDialog } from './PersonDialog';
import type { ChangeHousehold } from './useHouseholdChange';

interface AddPersonProps {
  household: Household;
  change: ChangeHousehold;
  onClose(): void;
}

export function AddPerson({ household: { revision }, change, onClose }: AddPersonProps) {
  const { add, done } = useMessages('household');
  async function submit(answers: Answers, refuse: (errors: readonly BodyError[]) => void) {
    // The form's schema guarantees the fields.
    const body = { ...answers, revision } as NewPerson;
    if (await change(body, (key) => addPerson(body, key), done.add, refuse)) onClose();
  }
  return <PersonDialog step="household-person" texts={add} onSubmit={submit} onClose={onClose} />;
}

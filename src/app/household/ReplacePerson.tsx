import { replacePerson } from '../../api/household';
import type { BodyError } from '../../contract/call';
import type { ReplaceBody } from '../../contract/household';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import type { Answers } from '../../model/types';
import { PersonDialog } from './PersonDialog';
import type { MemberProps } from './useHouseholdChange';

export function ReplacePerson({ member, revision, change, onClose }: MemberProps & { onClose(): void }) {
  const { replace: texts, done } = useMessages('household');
  async function submit(answers: Answers, refuse: (errors: readonly BodyError[]) => void) {
    // The form's schema guarantees the fields.
    const body = { ...answers, member: member.id, revision } as ReplaceBody;
    if (await change(body, (key) => replacePerson(body, key), done.replace, refuse)) onClose();
  }
  const values = { name: member.first_name };
  const filled = {
    title: fillText(texts.title, values),
    lead: fillText(texts.lead, values),
    submit: texts.submit,
  };
  return <PersonDialog step="household-replacement" texts={filled} onSubmit={submit} onClose={onClose} />;
}

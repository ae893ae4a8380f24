import { useState } from 'react';
import { invite } from '../../api/household';
import type { BodyError } from '../../contract/call';
import type { InviteBody } from '../../contract/household';
import { useMessages } from '../../messages/useMessages';
import { householdRules } from '../../model/household';
import { fillText } from '../../model/messages/fillText';
import type { Answers } from '../../model/types';
import { spokenLanguages } from '../language/servedMessages';
import { PersonDialog } from './PersonDialog';
import type { MemberProps } from './useHouseholdChange';

/** Sends an invitation, or another one to a corrected address. */
export function InvitePerson({ member, revision, change, onClose }: MemberProps & { onClose(): void }) {
  const { invite: texts, done } = useMessages('household');
  const [lists] = useState(() => ({
    languages: spokenLanguages().map(({ id, name }) => ({ value: id, label: name })),
  }));
  const [initial] = useState(() => ({
    ...(member.typed?.email && { email_address: member.typed.email }),
    language: document.documentElement.lang,
  }));
  async function submit(answers: Answers, refuse: (errors: readonly BodyError[]) => void) {
    const body: InviteBody = { member: member.id, revision, ...answers };
    if (await change(body, (key) => invite(body, key), done.invite, refuse)) onClose();
  }
  const values = { name: member.first_name, days: householdRules().invitationDays };
  const filled = {
    title: fillText(texts.title, values),
    lead: fillText(texts.lead, values),
    submit: texts.submit,
  };
  return (
    <PersonDialog
      step="household-invitation"
      texts={filled}
      lists={lists}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

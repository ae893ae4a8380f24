import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import { addPerson, invite, replacePerson } from '../../api/household';
import type { BodyError } from '../../contract/call';
import type { Household, InviteBody, NewPerson, ReplaceBody } from '../../contract/household';
import { SectionForm } from '../../engine/SectionForm';
import { useMessages } from '../../messages/useMessages';
import { householdRules } from '../../model/household';
import { fillText } from '../../model/messages/fillText';
import type { Answers, Context } from '../../model/types';
import { SmallForm, servicesWithoutDocuments } from '../form/SmallForm';
import { availableLanguages } from '../language/servedMessages';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { LoadError } from '../ui/LoadError';
import type { ChangeHousehold, MemberProps } from './useHouseholdChange';

type Refuse = (errors: readonly BodyError[]) => void;

interface AddPersonProps {
  household: Household;
  change: ChangeHousehold;
  onClose(): void;
}

export function AddPerson({ household: { revision }, change, onClose }: AddPersonProps) {
  const { add, done } = useMessages('household');
  async function submit(answers: Answers, refuse: Refuse) {
    // The form's schema guarantees the fields.
    const body = { ...answers, revision } as NewPerson;
    if (await change(body, (key) => addPerson(body, key), done.add, refuse)) onClose();
  }
  return <PersonDialog step="household-person" texts={add} onSubmit={submit} onClose={onClose} />;
}

interface MemberDialogProps extends MemberProps {
  onClose(): void;
}

export function ReplacePerson({ member, revision, change, onClose }: MemberDialogProps) {
  const { replace, done } = useMessages('household');
  async function submit(answers: Answers, refuse: Refuse) {
    // The form's schema guarantees the fields.
    const body = { ...answers, member: member.id, revision } as ReplaceBody;
    if (await change(body, (key) => replacePerson(body, key), done.replace, refuse)) onClose();
  }
  const texts = fillTexts(replace, { name: member.first_name });
  return <PersonDialog step="household-replacement" texts={texts} onSubmit={submit} onClose={onClose} />;
}

/** Sends an invitation, or sends it again. The email address can be corrected. */
export function InvitePerson({ member, revision, change, onClose }: MemberDialogProps) {
  const messages = useMessages('household');
  const [lists] = useState(() => ({
    languages: availableLanguages().map(({ id, name }) => ({ value: id, label: name })),
  }));
  const [initial] = useState(() => ({
    ...(member.typed?.email && { email_address: member.typed.email }),
    language: document.documentElement.lang,
  }));
  async function submit(answers: Answers, refuse: Refuse) {
    const body: InviteBody = { member: member.id, revision, ...answers };
    if (await change(body, (key) => invite(body, key), messages.done.invite, refuse)) onClose();
  }
  const values = { name: member.first_name, days: householdRules().invitationDays };
  const texts = fillTexts(messages.invite, values);
  return (
    <PersonDialog step="household-invitation" {...{ texts, lists, initial }} onSubmit={submit} onClose={onClose} />
  );
}

interface DialogTexts {
  title: string;
  lead: string;
  submit: string;
}

const fillTexts = ({ title, lead, submit }: DialogTexts, values: Record<string, unknown>): DialogTexts => ({
  title: fillText(title, values),
  lead: fillText(lead, values),
  submit,
});

interface PersonDialogProps {
  step: 'household-person' | 'household-replacement' | 'household-invitation';
  texts: DialogTexts;
  lists?: Context['lists'];
  initial?: Answers;
  onSubmit(answers: Answers, refuse: Refuse): Promise<void>;
  onClose(): void;
}

/** Shows a form from schemas/flows/entry.json. */
function PersonDialog({ step, texts, lists, initial, onSubmit, onClose }: PersonDialogProps) {
  const { pending } = useMessages('household');
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Box as="p" className="rp-help" marginBottom="4">
        {texts.lead}
      </Box>
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

const services = servicesWithoutDocuments('The forms of the household have no documents.');

import { useState } from 'react';
import { toApiError } from '../../api/apiError';
import { changeRole, invitePerson, removePerson, useOfficePeople } from '../../api/office';
import type { OfficePerson, OfficeSession } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { type OfficeRole, officeFile, officeRoles } from '../../model/office';
import type { Answers } from '../../model/types';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { Skeleton } from '../ui/Skeleton';
import { Table } from '../ui/Table';
import { formatDateTime } from './dates';
import { OfficeForm } from './OfficeForm';

interface Notice {
  kind: 'success' | 'error';
  title: string;
}

export function PeoplePage({ session }: { session: OfficeSession }) {
  const messages = useMessages('office');
  const { data, error, mutate } = useOfficePeople();
  const [notice, setNotice] = useState<Notice>();
  const [leaving, setLeaving] = useState<OfficePerson>();
  async function change(call: () => Promise<{ people: OfficePerson[]; message: string }>): Promise<boolean> {
    try {
      const { people, message } = await call();
      await mutate({ people }, { revalidate: false });
      setNotice({ kind: 'success', title: message });
      return true;
    } catch (cause) {
      const { message, fieldErrors } = toApiError(cause);
      // A failed call may still have changed something.
      void mutate();
      setNotice({ kind: 'error', title: fieldErrors?.map((one) => one.message).join(' ') || message });
      return false;
    }
  }
  return (
    <>
      <PageHeading title={messages.people.title}>{messages.people.title}</PageHeading>
      <p className="rp-help">{messages.people.lead}</p>
      {notice && <Banner {...notice} />}
      {error && !data && (
        <Banner kind="error" title={fillText(messages.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
      {!data && !error && <Skeleton lines={4} />}
      {data && (
        <PeopleTable
          people={data.people}
          self={session.person.id}
          onRole={(id, role) => void change(() => changeRole(id, role))}
          onRemove={setLeaving}
        />
      )}
      <InviteForm onInvite={(person) => change(() => invitePerson(person))} />
      {leaving && (
        <RemoveDialog
          person={leaving}
          onClose={(isConfirmed) => {
            setLeaving(undefined);
            if (isConfirmed) void change(() => removePerson(leaving.id));
          }}
        />
      )}
    </>
  );
}

interface PeopleTableProps {
  people: OfficePerson[];
  self: string;
  onRole(id: string, role: OfficeRole): void;
  onRemove(person: OfficePerson): void;
}

function PeopleTable({ people, self, onRole, onRemove }: PeopleTableProps) {
  const messages = useMessages('office').people;
  return (
    <Table isStacked aria-label={messages.caption}>
      <thead>
        <tr>
          <th scope="col">{messages.name}</th>
          <th scope="col">{messages.email}</th>
          <th scope="col">{messages.role}</th>
          <th scope="col">{messages.factor}</th>
          <th scope="col">{messages.seen}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <th scope="row">
              <span translate="no">{displayName(person)}</span>
              {person.id === self && <span className="of-unread">{messages.you}</span>}
            </th>
            <td data-label={messages.email} translate="no">
              {person.email}
            </td>
            <td>
              <RoleChoice
                label={fillText(messages.roleOf, { name: displayName(person) })}
                role={person.role}
                onChange={(role) => onRole(person.id, role)}
              />
            </td>
            <td data-label={messages.factor}>{person.has_factor ? messages.hasFactor : messages.noFactor}</td>
            <td data-label={messages.seen}>{person.seen_at ? formatDateTime(person.seen_at) : messages.never}</td>
            <td>
              <Button
                aria-label={fillText(messages.removeOne, { name: displayName(person) })}
                onClick={() => onRemove(person)}
              >
                {messages.remove}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const displayName = ({ name, email }: OfficePerson) => name || email;

function RoleChoice({ label, role, onChange }: { label: string; role: OfficeRole; onChange(role: OfficeRole): void }) {
  return (
    <FieldRow label={label} isSilent>
      {(control) => (
        <SelectBox
          {...control}
          value={role}
          onChange={({ target }) => onChange(officeRoles.find((one) => one === target.value) ?? role)}
        >
          {officeRoles.map((one) => (
            <option key={one} value={one}>
              {officeFile().roles[one].title}
            </option>
          ))}
        </SelectBox>
      )}
    </FieldRow>
  );
}

/** Not a constant, because messages can change while the page is open. */
const rolesNow = () => ({
  roles: officeRoles.map((value) => ({
    value,
    label: `${officeFile().roles[value].title}: ${officeFile().roles[value].description}`,
  })),
});

type Invited = Parameters<typeof invitePerson>[0];

function InviteForm({ onInvite }: { onInvite(person: Invited): Promise<boolean> }) {
  const messages = useMessages('office').people;
  // Changing this key clears the form.
  const [formVersion, setFormVersion] = useState(0);
  const [lists] = useState(rolesNow);
  async function send(answers: Answers) {
    // The form has validated the answers.
    if (await onInvite(answers as Invited)) setFormVersion((now) => now + 1);
  }
  return (
    <section className="of-card of-invite" aria-labelledby="invite">
      <h2 id="invite">{messages.invite}</h2>
      <p className="rp-help">{messages.inviteHelp}</p>
      <OfficeForm key={formVersion} step="invite" lists={lists} submit={messages.send} onSubmit={send} />
    </section>
  );
}

function RemoveDialog({ person, onClose }: { person: OfficePerson; onClose(isConfirmed: boolean): void }) {
  const messages = useMessages('office').people;
  return (
    <Dialog
      kind="alert"
      title={fillText(messages.sure, { name: displayName(person) })}
      onClose={() => onClose(false)}
      footer={
        <>
          <CancelButton>{messages.keep}</CancelButton>
          <Button variant="danger" onClick={() => onClose(true)}>
            {messages.remove}
          </Button>
        </>
      }
    >
      <p>{messages.sureHelp}</p>
    </Dialog>
  );
}

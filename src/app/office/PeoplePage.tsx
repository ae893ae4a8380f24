import { useState } from 'react';
import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import { toApiError } from '../../api/apiError';
import { changeRole, invitePerson, removePerson, useOfficePeople } from '../../api/office';
import type { OfficePerson, OfficeSession } from '../../contract/office';
import { fillText } from '../../model/fillText';
import { type OfficeRole, officeRoles } from '../../model/office';
import type { Answers } from '../../model/types';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { Skeleton } from '../ui/Skeleton';
import { Table } from '../ui/Table';
import { OfficeForm } from './OfficeForm';
import { momentOf } from './officeDays';

const said = texts.people;

interface Notice {
  kind: 'success' | 'error';
  title: string;
}

/** Who works at the office: an owner invites, gives roles and removes. */
export function PeoplePage({ session }: { session: OfficeSession }) {
  const { data, error, mutate } = useOfficePeople();
  const [notice, setNotice] = useState<Notice>();
  const [leaving, setLeaving] = useState<OfficePerson>();
  /** Makes a change and shows what the server says of it; false when it refused. */
  async function change(call: () => Promise<{ people: OfficePerson[]; message: string }>): Promise<boolean> {
    try {
      const { people, message } = await call();
      await mutate({ people }, { revalidate: false });
      setNotice({ kind: 'success', title: message });
      return true;
    } catch (cause) {
      const { message, fieldErrors } = toApiError(cause);
      // What it would have changed may have changed: an answer gets lost, and others are at work here.
      void mutate();
      setNotice({ kind: 'error', title: fieldErrors?.map((one) => one.message).join(' ') || message });
      return false;
    }
  }
  return (
    <>
      <PageHeading title={said.title}>{said.title}</PageHeading>
      <p className="rp-help">{said.lead}</p>
      {notice && <Banner {...notice} />}
      {error && !data && (
        <Banner kind="error" title={fillText(texts.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{texts.retry}</Button>
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
          onClose={(isSure) => {
            setLeaving(undefined);
            if (isSure) void change(() => removePerson(leaving.id));
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
  return (
    <Table isStacked aria-label={said.caption}>
      <thead>
        <tr>
          <th scope="col">{said.name}</th>
          <th scope="col">{said.email}</th>
          <th scope="col">{said.role}</th>
          <th scope="col">{said.factor}</th>
          <th scope="col">{said.seen}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <th scope="row">
              <span translate="no">{nameOf(person)}</span>
              {person.id === self && <span className="of-unread">{said.you}</span>}
            </th>
            <td data-label={said.email} translate="no">
              {person.email}
            </td>
            <td>
              <RoleChoice
                label={fillText(said.roleOf, { name: nameOf(person) })}
                role={person.role}
                onChange={(role) => onRole(person.id, role)}
              />
            </td>
            <td data-label={said.factor}>{person.has_factor ? said.hasFactor : said.noFactor}</td>
            <td data-label={said.seen}>{person.seen_at ? momentOf(person.seen_at) : said.never}</td>
            <td>
              <Button aria-label={fillText(said.removeOne, { name: nameOf(person) })} onClick={() => onRemove(person)}>
                {said.remove}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

const nameOf = ({ name, email }: OfficePerson) => name || email;

interface RoleChoiceProps {
  label: string;
  role: OfficeRole;
  onChange(role: OfficeRole): void;
}

/** Its label is read out and not shown: the table's head says the same. */
function RoleChoice({ label, role, onChange }: RoleChoiceProps) {
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
              {office.roles[one].title}
            </option>
          ))}
        </SelectBox>
      )}
    </FieldRow>
  );
}

/** Read anew each time: words change under an open page. */
const rolesNow = () => ({
  roles: officeRoles.map((value) => ({
    value,
    label: `${office.roles[value].title}: ${office.roles[value].description}`,
  })),
});

type Invited = Parameters<typeof invitePerson>[0];

function InviteForm({ onInvite }: { onInvite(person: Invited): Promise<boolean> }) {
  // The next one is an empty form.
  const [turn, setTurn] = useState(0);
  const [lists] = useState(rolesNow);
  async function send(answers: Answers) {
    // The form's rules have seen to its members.
    if (await onInvite(answers as Invited)) setTurn((now) => now + 1);
  }
  return (
    <section className="of-card of-invite" aria-labelledby="invite">
      <h2 id="invite">{said.invite}</h2>
      <p className="rp-help">{said.inviteHelp}</p>
      <OfficeForm key={turn} step="invite" lists={lists} submit={said.send} onSubmit={send} />
    </section>
  );
}

function RemoveDialog({ person, onClose }: { person: OfficePerson; onClose(isSure: boolean): void }) {
  return (
    <Dialog
      kind="alert"
      title={fillText(said.sure, { name: nameOf(person) })}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{said.keep}</Button>
          <Button variant="danger" onClick={() => onClose(true)}>
            {said.remove}
          </Button>
        </>
      }
    >
      <p>{said.sureHelp}</p>
    </Dialog>
  );
}

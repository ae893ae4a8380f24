import { type FormEvent, useState } from 'react';
import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import { toApiError } from '../../api/apiError';
import { changeRole, invitePerson, removePerson, useOfficePeople } from '../../api/office';
import type { OfficePerson, OfficeSession } from '../../contract/office';
import { fillText } from '../../model/fillText';
import { type OfficeRole, officeRoles } from '../../model/office';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { FieldRow } from '../ui/FieldRow';
import { Skeleton } from '../ui/Skeleton';
import { Table } from '../ui/Table';
import { usePending } from '../ui/usePending';
import { momentOf } from './officeDays';

const said = texts.people;

interface News {
  kind: 'success' | 'error';
  title: string;
}

/** Who works at the office: an owner invites, gives roles and removes. */
export function PeoplePage({ session }: { session: OfficeSession }) {
  const { data, error, mutate } = useOfficePeople();
  const [news, setNews] = useState<News>();
  const [leaving, setLeaving] = useState<OfficePerson>();
  /** Makes a change and shows what the server says of it; false when it refused. */
  async function change(call: () => Promise<{ people: OfficePerson[]; message: string }>): Promise<boolean> {
    try {
      const { people, message } = await call();
      await mutate({ people }, { revalidate: false });
      setNews({ kind: 'success', title: message });
      return true;
    } catch (cause) {
      const { message, fieldErrors } = toApiError(cause);
      setNews({ kind: 'error', title: fieldErrors?.map((one) => one.message).join(' ') || message });
      return false;
    }
  }
  return (
    <>
      <PageHeading title={said.title}>{said.title}</PageHeading>
      <p className="rp-help">{said.lead}</p>
      {news && <Banner {...news} />}
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
                isSilent
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
  /** Its label is read out and not shown: the table's head says the same. */
  isSilent?: boolean;
  onChange(role: OfficeRole): void;
}

function RoleChoice({ label, role, isSilent, onChange }: RoleChoiceProps) {
  return (
    <FieldRow label={label} isSilent={isSilent} help={isSilent ? undefined : office.roles[role].description}>
      {(control) => (
        <select {...control} value={role} onChange={({ target }) => onChange(target.value as OfficeRole)}>
          {officeRoles.map((one) => (
            <option key={one} value={one}>
              {office.roles[one].title}
            </option>
          ))}
        </select>
      )}
    </FieldRow>
  );
}

const NOBODY = { name: '', email: '', role: 'reader' as OfficeRole };

function InviteForm({ onInvite }: { onInvite(person: typeof NOBODY): Promise<boolean> }) {
  const [person, setPerson] = useState(NOBODY);
  const change = (part: Partial<typeof NOBODY>) => setPerson((now) => ({ ...now, ...part }));
  const [isPending, send] = usePending(async () => {
    if (await onInvite(person)) setPerson(NOBODY);
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    void send();
  }
  return (
    <form className="of-card of-invite" aria-labelledby="invite" onSubmit={submit}>
      <h2 id="invite">{said.invite}</h2>
      <p className="rp-help">{said.inviteHelp}</p>
      <FieldRow label={said.name}>
        {(control) => (
          <input
            {...control}
            required
            maxLength={120}
            autoComplete="off"
            value={person.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </FieldRow>
      <FieldRow label={said.email}>
        {(control) => (
          <input
            {...control}
            required
            type="email"
            maxLength={254}
            autoComplete="off"
            value={person.email}
            onChange={({ target }) => change({ email: target.value })}
          />
        )}
      </FieldRow>
      <RoleChoice label={said.role} role={person.role} onChange={(role) => change({ role })} />
      <Button variant="primary" type="submit" disabled={isPending}>
        {said.send}
      </Button>
    </form>
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

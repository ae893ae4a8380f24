import { type KeyboardEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListedApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { DAY_MS } from '../../model/format/dates';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { officeFile } from '../../model/office';
import { Table } from '../ui/Table';
import { BulkBar } from './BulkBar';
import { formatDate } from './dates';
import { type groupByHousehold, HouseholdHead } from './HouseholdGroup';

interface ApplicationTableProps {
  groups: ReturnType<typeof groupByHousehold>;
  mayDecide: boolean;
  onChanged(): void;
}

/** The up and down arrows move the focus between applicants. */
export function ApplicationTable({ groups, mayDecide, onChanged }: ApplicationTableProps) {
  const messages = useMessages('office').list;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  return (
    <>
      {mayDecide && (
        <BulkBar
          chosen={groups.flatMap(({ rows }) => rows).filter(({ id }) => chosen.has(id))}
          onChanged={onChanged}
          onDone={() => setChosen(new Set())}
        />
      )}
      <Table isStacked="early" aria-label={messages.caption} className="of-list" onKeyDown={moveBetween}>
        <thead>
          <tr>
            {mayDecide && <td />}
            <th scope="col">{messages.name}</th>
            <th scope="col">{messages.place}</th>
            <th scope="col">{messages.status}</th>
            <th scope="col">{messages.assigned}</th>
            <th scope="col">{messages.sorts.submitted}</th>
            <th scope="col">{messages.sorts.moveIn}</th>
            <th scope="col">{messages.income}</th>
            <th scope="col">{messages.checks}</th>
          </tr>
        </thead>
        {groups.map(({ key, household, rows }) => (
          <tbody key={key}>
            {household && <HouseholdHead household={household} columns={mayDecide ? 9 : 8} />}
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                isChosen={chosen.has(row.id)}
                onChoose={mayDecide ? (isChosen) => choose(row.id, isChosen) : undefined}
              />
            ))}
          </tbody>
        ))}
      </Table>
    </>
  );
}

interface RowProps {
  row: ListedApplication;
  isChosen: boolean;
  /** Undefined if this user can't decide. */
  onChoose?(isChosen: boolean): void;
}

function Row({ row, isChosen, onChoose }: RowProps) {
  const messages = useMessages('office').list;
  return (
    <tr data-unread={row.unread ? '' : undefined}>
      {onChoose && (
        <td className="of-choose">
          <input
            type="checkbox"
            checked={isChosen}
            aria-label={fillText(messages.choose, { name: row.name })}
            onChange={({ target }) => onChoose(target.checked)}
          />
        </td>
      )}
      <th scope="row">
        <Link to={`/office/applications/${row.id}`} translate="no">
          {row.name}
        </Link>
        {row.unread && <span className="of-unread">{messages.unread}</span>}
        {row.unread_messages > 0 && (
          <span className="of-unread">{fillText(messages.newMessages, { n: row.unread_messages })}</span>
        )}
      </th>
      <td className="of-place" translate="no">
        <span>{row.place}</span>
      </td>
      <td>
        <span className="of-status" data-status={row.status}>
          {officeFile().statuses[row.status].title}
        </span>
        {row.due_at && <span className="of-attention">{fillText(messages.due, { date: formatDate(row.due_at) })}</span>}
      </td>
      <td data-label={messages.assigned} translate="no">
        {row.assigned_to?.name}
      </td>
      <td className="of-day" data-label={messages.sorts.submitted}>
        {formatDate(row.submitted_at)}
        <span className="of-attention">{fillText(messages.days, { n: daysSince(row.submitted_at) })}</span>
      </td>
      <td className="of-day" data-label={messages.sorts.moveIn}>
        {row.move_in ? formatDate(`${row.move_in}T12:00:00Z`) : ''}
        {row.household && <span className="of-attention">{fillText(messages.persons, { n: row.household })}</span>}
      </td>
      <td className="of-income">
        {row.income === null ? '' : formatDollars(row.income)}
        {row.income !== null && row.rent ? (
          <span className="of-attention">
            {fillText(messages.ratio, { ratio: (row.income / row.rent).toFixed(1) })}
          </span>
        ) : null}
      </td>
      <td className="of-checks">
        <span className="of-check" data-check={row.checks}>
          {messages.words[row.checks]}
        </span>
        <Attention attention={row.attention} />
      </td>
    </tr>
  );
}

/** On narrow screens, CSS hides all but the first item. */
function Attention({ attention }: Pick<ListedApplication, 'attention'>) {
  const messages = useMessages('office').list;
  const named = attention
    .slice(0, MAX_NAMED)
    .map(({ kind, count }) => fillText(messages.attention[kind], { n: count }));
  if (named.length === 0) return null;
  const others = named.slice(1).map((one) => `, ${one}`);
  return (
    <span className="of-attention">
      {named[0]}
      {others.length > 0 && <span className="of-others">{others}</span>}
      {attention.length > 1 && (
        <span className="of-more"> {fillText(messages.others, { n: attention.length - 1 })}</span>
      )}
    </span>
  );
}

const MAX_NAMED = 3;

const daysSince = (moment: string): number => Math.floor((Date.now() - Date.parse(moment)) / DAY_MS);

function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  if (focusNeighbor(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault();
}

/** Focuses the previous or next applicant. Returns false if nothing was focused. */
export function focusNeighbor(by: 1 | -1): boolean {
  const links: Element[] = [...document.querySelectorAll('tbody a[href^="/office/applications/"]')];
  const at = document.activeElement ? links.indexOf(document.activeElement) : -1;
  const next = links[at + by];
  if (!(next instanceof HTMLElement)) return false;
  next.focus();
  return true;
}

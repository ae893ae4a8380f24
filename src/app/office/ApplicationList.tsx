import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { csvAddress, useApplications } from '../../api/office';
import type { ListedApplication, ListQuery } from '../../contract/office';
import { pageMessages, useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { firstOrders, officeFile } from '../../model/office';
import type { Answers } from '../../model/types';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { Table } from '../ui/Table';
import { formatDate } from './dates';
import { groupByHousehold, HouseholdHead } from './HouseholdGroup';
import { choicesFrom, OfficeForm } from './OfficeForm';

/** Search, filters and sort order are in the address. */
export function ApplicationList() {
  const messages = useMessages('office');
  const { list } = messages;
  const place = useListPlace();
  const { query, turn: formVersion } = place;
  const { data, error, size, setSize, isLoading, mutate } = useApplications(query);
  const rows = data?.flatMap(({ applications }) => applications) ?? [];
  const households = data?.flatMap((page) => page.households) ?? [];
  const isFiltered = Object.keys(query).some((name) => !['sort', 'order'].includes(name));
  return (
    <>
      <PageHeading title={messages.title}>{messages.title}</PageHeading>
      <Filters key={formVersion} {...place} />
      {error && (
        <Banner kind="error" title={fillText(messages.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
      {isLoading && !data && <Skeleton lines={8} />}
      {data && rows.length === 0 && <p className="rp-help">{isFiltered ? list.none : list.empty}</p>}
      {rows.length > 0 && <ApplicationTable groups={groupByHousehold(rows, households)} />}
      <p className="rp-buttons">
        {data?.at(-1)?.next && <Button onClick={() => void setSize(size + 1)}>{list.more}</Button>}
        {rows.length > 0 && (
          <Button asChild>
            <a href={csvAddress(query)} download>
              {list.csv}
            </a>
          </Button>
        )}
      </p>
    </>
  );
}

const NAMES = ['search', 'status', 'checks', 'complete', 'assigned', 'sort', 'order'] as const;

interface Place {
  query: ListQuery;
  /** Changes when the address was changed elsewhere, so the filters restart. */
  turn: string;
  change(answers: Answers): void;
}

function useListPlace(): Place {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const turn: string = Object(state).turn ?? key;
  const given = NAMES.map((name) => [name, params.get(name)] as const).filter(([, value]) => value);
  const change = ({ order = '', ...rest }: Answers) => {
    const [sort = '', direction = ''] = String(order).split('.');
    const next = Object.entries({ ...rest, sort, order: direction }).filter(
      ([name, value]) => value && !(name === 'sort' && order === USUAL) && !(name === 'order' && order === USUAL),
    );
    setParams(new URLSearchParams(next.map(([name, value]) => [name, String(value).trim()])), {
      replace: true,
      state: { turn },
    });
  };
  // The server validates the address.
  return { query: Object.fromEntries(given) as ListQuery, turn, change };
}

/** Default sort order. */
const USUAL = 'submitted.desc';

/** Milliseconds of pause in typing before a search. */
const PAUSE = 250;

function Filters({ query, change }: Place) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [initial] = useState(() => filterAnswers(query));
  const [lists] = useState(choicesNow);
  const follow = (answers: Answers) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change(answers), PAUSE);
  };
  // Stops the timer on unmount.
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="of-filters">
      <OfficeForm step="filters" lists={lists} initial={initial} onChange={follow} />
    </search>
  );
}

function filterAnswers({ sort = 'submitted', order = firstOrders[sort], ...rest }: ListQuery): Answers {
  return { ...rest, order: `${sort}.${order}` };
}

/** A function, because messages change under an open page. */
const choicesNow = () => {
  const { list: messages, households } = pageMessages('office');
  return {
    statuses: choicesFrom(officeFile().statuses),
    checks: choicesFrom(messages.words),
    households: choicesFrom({ yes: households.yes, no: households.no }),
    people: choicesFrom({ me: messages.me, none: messages.nobody }),
    orders: Object.entries(messages.orders).flatMap(([sort, orders]) =>
      Object.entries(orders).map(([order, label]) => ({ value: `${sort}.${order}`, label })),
    ),
  };
};

/** The arrow keys move between names. */
function ApplicationTable({ groups }: { groups: ReturnType<typeof groupByHousehold> }) {
  const messages = useMessages('office').list;
  return (
    <>
      <p className="rp-help of-keys">{messages.keys}</p>
      <Table isStacked="early" aria-label={messages.caption} onKeyDown={moveBetween}>
        <thead>
          <tr>
            <th scope="col">{messages.name}</th>
            <th scope="col">{messages.place}</th>
            <th scope="col">{messages.status}</th>
            <th scope="col">{messages.sorts.submitted}</th>
            <th scope="col">{messages.sorts.moveIn}</th>
            <th scope="col">{messages.household}</th>
            <th scope="col">{messages.sorts.ratio}</th>
            <th scope="col">{messages.checks}</th>
          </tr>
        </thead>
        {groups.map(({ key, household, rows }) => (
          <tbody key={key}>
            {household && <HouseholdHead household={household} columns={8} />}
            {rows.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </tbody>
        ))}
      </Table>
    </>
  );
}

function Row({ row }: { row: ListedApplication }) {
  const messages = useMessages('office').list;
  return (
    <tr data-unread={row.unread ? '' : undefined}>
      <th scope="row">
        <Link to={`/office/applications/${row.id}`} translate="no">
          {row.name}
        </Link>
        {row.unread && <span className="of-unread">{messages.unread}</span>}
      </th>
      <td data-label={messages.place} translate="no">
        {row.place}
      </td>
      <td data-label={messages.status}>
        <span className="of-status" data-status={row.status}>
          {officeFile().statuses[row.status].title}
        </span>
      </td>
      <td data-label={messages.sorts.submitted}>{formatDate(row.submitted_at)}</td>
      <td data-label={messages.sorts.moveIn}>{row.move_in ? formatDate(`${row.move_in}T12:00:00Z`) : ''}</td>
      <td data-label={messages.household}>{row.household}</td>
      <td data-label={messages.sorts.ratio}>{formatRatio(row, messages.ratio)}</td>
      <td data-label={messages.checks}>
        <span className="of-check" data-check={row.checks}>
          {messages.words[row.checks]}
        </span>
      </td>
    </tr>
  );
}

/** `'$4,333.33 (2.9 × rent)'`, or the part that is known. */
function formatRatio({ income, rent }: Pick<ListedApplication, 'income' | 'rent'>, template: string): string {
  if (income === null) return '';
  const dollars = formatDollars(income);
  return rent ? `${dollars} (${fillText(template, { ratio: (income / rent).toFixed(1) })})` : dollars;
}

function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links: Element[] = [...event.currentTarget.querySelectorAll('tr:not(.of-group) a')];
  const at = document.activeElement ? links.indexOf(document.activeElement) : -1;
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

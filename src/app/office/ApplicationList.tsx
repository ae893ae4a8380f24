import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import { csvAddress, useApplications } from '../../api/office';
import type { ListedApplication, ListQuery } from '../../contract/office';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { firstOrders } from '../../model/office';
import type { Answers } from '../../model/types';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { Table } from '../ui/Table';
import { choicesFrom, OfficeForm } from './OfficeForm';
import { dayOf } from './officeDays';

const said = texts.list;

/** The submitted applications; search, filters and sort stand in the address. */
export function ApplicationList() {
  const place = useListPlace();
  const { query, turn } = place;
  const { data, error, size, setSize, isLoading, mutate } = useApplications(query);
  const rows = data?.flatMap(({ applications }) => applications) ?? [];
  const isFiltered = Object.keys(query).some((name) => !['sort', 'order'].includes(name));
  return (
    <>
      <PageHeading title={texts.title}>{texts.title}</PageHeading>
      <Filters key={turn} {...place} />
      {error && (
        <Banner kind="error" title={fillText(texts.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{texts.retry}</Button>
        </Banner>
      )}
      {isLoading && !data && <Skeleton lines={8} />}
      {data && rows.length === 0 && <p className="rp-help">{isFiltered ? said.none : said.empty}</p>}
      {rows.length > 0 && <ApplicationTable rows={rows} />}
      <p className="rp-buttons">
        {data?.at(-1)?.next && <Button onClick={() => void setSize(size + 1)}>{said.more}</Button>}
        {rows.length > 0 && (
          <Button asChild>
            <a href={csvAddress(query)} download>
              {said.csv}
            </a>
          </Button>
        )}
      </p>
    </>
  );
}

const NAMES = ['search', 'status', 'checks', 'assigned', 'sort', 'order'] as const;

interface Place {
  query: ListQuery;
  /** Another one for an address that the filters themselves did not write: they begin anew from it. */
  turn: string;
  change(answers: Answers): void;
}

/** The list's place in the address, and the function that writes what the filters say there. */
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
  // The server judges what stands in the address.
  return { query: Object.fromEntries(given) as ListQuery, turn, change };
}

/** The order in which a list comes for which nobody chose one. */
const USUAL = 'submitted.desc';

/** So long after the last letter the list is asked anew. */
const PAUSE = 250;

function Filters({ query, change }: Place) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [initial] = useState(() => answersOf(query));
  const [lists] = useState(choicesNow);
  const follow = (answers: Answers) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change(answers), PAUSE);
  };
  // The clock is outside React.
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="of-filters">
      <OfficeForm step="filters" lists={lists} initial={initial} onChange={follow} />
    </search>
  );
}

function answersOf({ sort = 'submitted', order = firstOrders[sort], ...rest }: ListQuery): Answers {
  return { ...rest, order: `${sort}.${order}` };
}

/** Read anew each time: words change under an open page. */
const choicesNow = () => ({
  statuses: choicesFrom(office.statuses),
  checks: choicesFrom(said.words),
  people: choicesFrom({ me: said.me, none: said.nobody }),
  orders: Object.entries(said.orders).flatMap(([sort, orders]) =>
    Object.entries(orders).map(([order, label]) => ({ value: `${sort}.${order}`, label })),
  ),
});

/** One row for each; the arrow keys go from name to name. */
function ApplicationTable({ rows }: { rows: ListedApplication[] }) {
  return (
    <>
      <p className="rp-help of-keys">{said.keys}</p>
      <Table isStacked="early" aria-label={said.caption} onKeyDown={moveBetween}>
        <thead>
          <tr>
            <th scope="col">{said.name}</th>
            <th scope="col">{said.place}</th>
            <th scope="col">{said.status}</th>
            <th scope="col">{said.sorts.submitted}</th>
            <th scope="col">{said.sorts.moveIn}</th>
            <th scope="col">{said.household}</th>
            <th scope="col">{said.sorts.ratio}</th>
            <th scope="col">{said.checks}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </Table>
    </>
  );
}

function Row({ row }: { row: ListedApplication }) {
  return (
    <tr data-unread={row.unread ? '' : undefined}>
      <th scope="row">
        <Link to={`/office/applications/${row.id}`} translate="no">
          {row.name}
        </Link>
        {row.unread && <span className="of-unread">{said.unread}</span>}
      </th>
      <td data-label={said.place} translate="no">
        {row.place}
      </td>
      <td data-label={said.status}>
        <span className="of-status" data-status={row.status}>
          {office.statuses[row.status].title}
        </span>
      </td>
      <td data-label={said.sorts.submitted}>{dayOf(row.submitted_at)}</td>
      <td data-label={said.sorts.moveIn}>{row.move_in ? dayOf(`${row.move_in}T12:00:00Z`) : ''}</td>
      <td data-label={said.household}>{row.household}</td>
      <td data-label={said.sorts.ratio}>{ratioOf(row)}</td>
      <td data-label={said.checks}>
        <span className="of-check" data-check={row.checks}>
          {said.words[row.checks]}
        </span>
      </td>
    </tr>
  );
}

/** `'$4,333.33 (2.9 × rent)'`, or what of it is known. */
function ratioOf({ income, rent }: Pick<ListedApplication, 'income' | 'rent'>): string {
  if (income === null) return '';
  const dollars = formatDollars(income);
  return rent ? `${dollars} (${fillText(said.ratio, { ratio: (income / rent).toFixed(1) })})` : dollars;
}

function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links: Element[] = [...event.currentTarget.querySelectorAll('a')];
  const at = document.activeElement ? links.indexOf(document.activeElement) : -1;
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

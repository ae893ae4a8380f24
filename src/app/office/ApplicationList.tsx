import { type KeyboardEvent, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import { csvAddress, useApplications } from '../../api/office';
import type { ListedApplication, ListQuery } from '../../contract/office';
import { fillText } from '../../model/fillText';
import { formatDollars } from '../../model/format';
import { firstOrders } from '../../model/office';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { FieldRow } from '../ui/FieldRow';
import { Skeleton } from '../ui/Skeleton';
import { Table } from '../ui/Table';
import { dayOf } from './officeDays';

const said = texts.list;

/** The submitted applications; search, filters and sort stand in the address. */
export function ApplicationList() {
  const [query, change] = useListPlace();
  const { data, error, size, setSize, isLoading, mutate } = useApplications(query);
  const rows = data?.flatMap(({ applications }) => applications) ?? [];
  const isFiltered = Object.keys(query).some((name) => !['sort', 'order'].includes(name));
  return (
    <>
      <PageHeading title={texts.title}>{texts.title}</PageHeading>
      <Filters query={query} onChange={change} />
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

/** The list's place in the address, and the function that changes a part of it. */
function useListPlace(): [ListQuery, (name: (typeof NAMES)[number], value: string) => void] {
  const [params, setParams] = useSearchParams();
  const given = NAMES.map((name) => [name, params.get(name)] as const).filter(([, value]) => value);
  const change = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  // The server judges what stands in the address.
  return [Object.fromEntries(given) as ListQuery, change];
}

interface FiltersProps {
  query: ListQuery;
  onChange(name: (typeof NAMES)[number], value: string): void;
}

/** So long after the last letter the list is asked anew. */
const PAUSE = 250;

function Filters({ query, onChange }: FiltersProps) {
  const [search, setSearch] = useState(query.search ?? '');
  // The address follows what is typed after a pause.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text is another search.
  useEffect(() => {
    if (search === (query.search ?? '')) return;
    const timer = setTimeout(() => onChange('search', search), PAUSE);
    return () => clearTimeout(timer);
  }, [search]);
  const statuses = Object.entries(office.statuses).map(([value, { title }]) => ({ value, title }));
  const checks = Object.entries(said.words).map(([value, title]) => ({ value, title }));
  const sorts = Object.entries(said.sorts).map(([value, title]) => ({ value, title }));
  const orders = Object.entries(said.orders).map(([value, title]) => ({ value, title }));
  const people = [
    { value: 'me', title: said.me },
    { value: 'none', title: said.nobody },
  ];
  return (
    <search className="of-filters">
      <FieldRow label={said.search}>
        {(control) => (
          <input {...control} type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        )}
      </FieldRow>
      <Choice
        label={said.status}
        value={query.status}
        none={said.all}
        options={statuses}
        onChange={(value) => onChange('status', value)}
      />
      <Choice
        label={said.checks}
        value={query.checks}
        none={said.all}
        options={checks}
        onChange={(value) => onChange('checks', value)}
      />
      <Choice
        label={said.assigned}
        value={query.assigned}
        none={said.anybody}
        options={people}
        onChange={(value) => onChange('assigned', value)}
      />
      <Choice
        label={said.sort}
        value={query.sort ?? 'submitted'}
        options={sorts}
        onChange={(value) => onChange('sort', value)}
      />
      <Choice
        label={said.order}
        value={query.order ?? firstOrders[query.sort ?? 'submitted']}
        options={orders}
        onChange={(value) => onChange('order', value)}
      />
    </search>
  );
}

interface ChoiceProps {
  label: string;
  value?: string;
  none?: string;
  options: { value: string; title: string }[];
  onChange(value: string): void;
}

function Choice({ label, value = '', none, options, onChange }: ChoiceProps) {
  return (
    <FieldRow label={label}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {none && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
        </select>
      )}
    </FieldRow>
  );
}

/** One row for each; the arrow keys go from name to name. */
function ApplicationTable({ rows }: { rows: ListedApplication[] }) {
  return (
    <>
      <p className="rp-help of-keys">{said.keys}</p>
      <Table isStacked aria-label={said.caption} onKeyDown={moveBetween}>
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

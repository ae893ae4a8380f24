import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { csvAddress, useApplications } from '../../api/office';
import { useProperties } from '../../api/officeDesk';
import type { ListQuery, OfficeSession } from '../../contract/office';
import { pageMessages, useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { firstOrders, officeFile } from '../../model/office';
import type { Answers } from '../../model/types';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { ApplicationTable, focusNeighbor } from './ApplicationTable';
import { groupByHousehold } from './HouseholdGroup';
import { readListQuery } from './listQuery';
import { OfficeForm, toChoices } from './OfficeForm';
import { readListPosition, rememberList } from './officeReturn';
import { SavedViews } from './SavedViews';
import { useShortcuts } from './useShortcuts';

export function ApplicationList({ session }: { session: OfficeSession }) {
  const messages = useMessages('office');
  const { list } = messages;
  const place = useListPosition();
  const { query, formVersion } = place;
  const { data, error, size, setSize, isLoading, mutate } = useApplications(query);
  const rows = data?.flatMap(({ applications }) => applications) ?? [];
  const households = data?.flatMap((page) => page.households) ?? [];
  useRememberedPlace(rows.length > 0);
  useShortcuts({
    '/': () => document.getElementById('office-filters_search')?.focus(),
    j: () => focusNeighbor(1),
    k: () => focusNeighbor(-1),
    Escape: () => document.getElementById('main')?.focus(),
  });
  const isFiltered = Object.keys(query).some((name) => !['sort', 'order'].includes(name));
  return (
    <>
      <PageHeading title={messages.title}>{messages.title}</PageHeading>
      <Filters key={formVersion} {...place} />
      <SavedViews query={query} />
      {error && (
        <Banner kind="error" title={fillText(messages.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
      {isLoading && !data && <Skeleton lines={8} />}
      {data && rows.length === 0 && <p className="rp-help">{isFiltered ? list.none : list.empty}</p>}
      {data && rows.length > 0 && (
        <Found total={data[0]?.total ?? rows.length} most={query.search ? MAX_FOUND : MAX_COUNT} />
      )}
      {rows.length > 0 && (
        <ApplicationTable
          groups={groupByHousehold(rows, households)}
          mayDecide={session.scopes.includes('status')}
          onChanged={() => void mutate()}
        />
      )}
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

interface Place {
  query: ListQuery;
  /** A new key resets the filters. The key changes on navigation, but not when a filter changes. */
  formVersion: string;
  change(answers: Answers): void;
}

function useListPosition(): Place {
  const [params, setParams] = useSearchParams();
  const { key, state } = useLocation();
  const formVersion: string = Object(state).formVersion ?? key;
  const change = ({ order = '', ...rest }: Answers) => {
    const [sort = '', direction = ''] = String(order).split('.');
    const next = Object.entries({ ...rest, sort, order: direction }).filter(
      ([name, value]) =>
        value && !(name === 'sort' && order === DEFAULT_ORDER) && !(name === 'order' && order === DEFAULT_ORDER),
    );
    setParams(new URLSearchParams(next.map(([name, value]) => [name, String(value).trim()])), {
      replace: true,
      state: { formVersion },
    });
  };
  return { query: readListQuery(params), formVersion, change };
}

/** Remembers the list's position. Restores scroll and focus when the user returns to the same list. */
function useRememberedPlace(hasRows: boolean): void {
  const { search, state } = useLocation();
  const [before] = useState(readListPosition);
  const isBack = before?.search === search;
  // Runs after the page's heading has received the focus.
  useEffect(() => {
    if (!hasRows || !isBack || !before) return;
    window.scrollTo(0, before.top);
    document.querySelector<HTMLElement>(`a[href="${before.opened}"]`)?.focus({ preventScroll: true });
  }, [hasRows, isBack, before]);
  const isSearching = Object(state).isSearching === true;
  // Focuses the search after `/` was pressed on an application's page.
  useEffect(() => {
    if (isSearching && hasRows) document.getElementById('office-filters_search')?.focus();
  }, [isSearching, hasRows]);
  // Synchronizes with this tab's storage.
  useEffect(() => {
    const note = (opened?: string) => rememberList({ search, top: window.scrollY, ...(opened && { opened }) });
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a[href^="/office/applications/"]') : null;
      if (link) note(link.getAttribute('href') ?? undefined);
    };
    if (!isBack) note();
    document.addEventListener('click', onClick, { capture: true });
    return () => document.removeEventListener('click', onClick, { capture: true });
  }, [search, isBack]);
}

const DEFAULT_ORDER = 'submitted.desc';

const SEARCH_DELAY_MS = 250;

function Filters({ query, change }: Place) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const messages = useMessages('office').list;
  const [initial] = useState(() => filterAnswers(query));
  const [isOpen, setOpen] = useState(false);
  const chosen = Object.keys(query).filter((name) => !['search', 'sort', 'order'].includes(name)).length;
  const { data: properties } = useProperties();
  const lists = useMemo(() => ({ ...choicesNow(), properties: (properties ?? []).map(toChoice) }), [properties]);
  const follow = (answers: Answers) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change(answers), SEARCH_DELAY_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="of-filters of-folding" data-open={isOpen ? '' : undefined} onKeyDown={leaveFilters}>
      <Button className="of-more-filters" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {fillText(messages.filters, { n: chosen })}
      </Button>
      <OfficeForm step="filters" lists={lists} initial={initial} onChange={follow} />
    </search>
  );
}

/** Escape focuses the main content. In an input, the down arrow focuses the first applicant. */
function leaveFilters(event: KeyboardEvent<HTMLElement>): void {
  const isDown = event.key === 'ArrowDown' && event.target instanceof HTMLInputElement;
  if (event.key === 'Escape') document.getElementById('main')?.focus();
  else if (!isDown || !focusNeighbor(1)) return;
  event.preventDefault();
}

function filterAnswers({ sort = 'submitted', order = firstOrders[sort], ...rest }: ListQuery): Answers {
  return { ...rest, order: `${sort}.${order}` };
}

const toChoice = ({ code, name }: { code: string; name: string }) => ({ value: code, label: name });

/** Not a constant, because messages can change while the page is open. */
const choicesNow = () => {
  const { list: messages, households } = pageMessages('office');
  return {
    statuses: toChoices(officeFile().statuses),
    checks: toChoices(messages.words),
    households: toChoices({ yes: households.yes, no: households.no }),
    people: toChoices({ me: messages.me, none: messages.nobody }),
    messages: toChoices({ unread: messages.unreadMessages }),
    orders: Object.entries(messages.orders).flatMap(([sort, orders]) =>
      Object.entries(orders).map(([order, label]) => ({ value: `${sort}.${order}`, label })),
    ),
  };
};

/** The server stops counting here. With a search, counting stops at MAX_FOUND. */
const MAX_COUNT = 10_000;
const MAX_FOUND = 1_000;

function Found({ total, most }: { total: number; most: number }) {
  const { found, foundMany } = useMessages('office').list;
  return (
    <p role="status" className="of-found-count">
      {fillText(total < most ? found : foundMany, { n: total })}
    </p>
  );
}

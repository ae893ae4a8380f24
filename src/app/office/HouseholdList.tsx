import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useHouseholds } from '../../api/office';
import type { HouseholdPerson, ListedHousehold } from '../../contract/listedHousehold';
import type { HouseholdQuery } from '../../contract/officeHousehold';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { Skeleton } from '../ui/Skeleton';
import { Table } from '../ui/Table';

export function HouseholdList() {
  const messages = useMessages('office');
  const { households: texts } = messages;
  const [params, setParams] = useSearchParams();
  // The server validates the query.
  const query = Object.fromEntries(params) as HouseholdQuery;
  const { data, error, mutate } = useHouseholds(query);
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    next.delete('cursor');
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  };
  return (
    <>
      <PageHeading title={texts.title}>{texts.title}</PageHeading>
      <p className="rp-help">{texts.lead}</p>
      <Filters query={query} onChange={change} />
      {error && !data && (
        <Banner kind="error" title={fillText(messages.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
      {!data && !error && <Skeleton lines={6} />}
      {data && data.households.length === 0 && (
        <p className="rp-help">{query.search || query.complete ? texts.none : texts.empty}</p>
      )}
      {data && data.households.length > 0 && <HouseholdTable rows={data.households} />}
      {data?.next && (
        <p className="rp-buttons">
          <Button onClick={() => change('cursor', data.next ?? '')}>{texts.more}</Button>
        </p>
      )}
    </>
  );
}

const SEARCH_DELAY_MS = 250;

function Filters({ query, onChange }: { query: HouseholdQuery; onChange(name: string, value: string): void }) {
  const texts = useMessages('office').households;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (value: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange('search', value.trim()), SEARCH_DELAY_MS);
  };
  return (
    <search className="of-filters">
      <Box css={ON_ONE_LINE}>
        <FieldRow label={texts.search}>
          {(control) => (
            <Input
              {...control}
              type="search"
              defaultValue={query.search}
              onChange={(event) => search(event.target.value)}
            />
          )}
        </FieldRow>
        <FieldRow label={texts.complete}>
          {(control) => (
            <SelectBox
              {...control}
              value={query.complete ?? ''}
              onChange={(event) => onChange('complete', event.target.value)}
            >
              <option value="">{texts.all}</option>
              <option value="yes">{texts.yes}</option>
              <option value="no">{texts.no}</option>
            </SelectBox>
          )}
        </FieldRow>
      </Box>
    </search>
  );
}

const ON_ONE_LINE = {
  '@media (min-width: 768px)': { display: 'grid', gap: '{spacing.4}', gridTemplateColumns: '2fr 1fr' },
} as const;

function HouseholdTable({ rows }: { rows: readonly ListedHousehold[] }) {
  const texts = useMessages('office').households;
  return (
    <Table isStacked="early" aria-label={texts.caption}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.people}</th>
          <th scope="col">{texts.place}</th>
          <th scope="col">{texts.progress}</th>
          <th scope="col">{texts.income}</th>
          <th scope="col">{texts.guarantor}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to={`/office/households/${row.id}`} translate="no">
                {row.name}
              </Link>
            </th>
            <td data-label={texts.people}>
              {row.people
                .slice(1)
                .map((person) => formatPerson(person, texts))
                .join(', ')}
            </td>
            <td data-label={texts.place} translate="no">
              {row.place}
            </td>
            <td data-label={texts.progress}>
              <span className="of-status">{formatProgress(row, texts)}</span>
            </td>
            <td data-label={texts.income}>{formatIncome(row, texts.ratio)}</td>
            <td data-label={texts.guarantor}>{row.guarantor_income !== null && formatDollars(row.guarantor_income)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Returns `'2 of 3 submitted'` or `'Complete'`. */
export function formatProgress(
  row: Pick<ListedHousehold, 'is_complete' | 'submitted' | 'expected'>,
  { isComplete, missing }: { isComplete: string; missing: string },
): string {
  return row.is_complete ? isComplete : fillText(missing, row);
}

/** Returns `'Robin Hale (Applicant)'`, or `'Wei Li (Co-signer, Invited)'` before submission. */
export function formatPerson(
  { name, role, state }: HouseholdPerson,
  {
    roles,
    states,
  }: { roles: Record<HouseholdPerson['role'], string>; states: Record<HouseholdPerson['state'], string> },
): string {
  const isPlain = state === 'submitted' || state === 'data';
  return `${name} (${[roles[role], !isPlain && states[state]].filter(Boolean).join(', ')})`;
}

function formatIncome({ income, rent }: ListedHousehold, template: string): string {
  if (income === null) return '';
  const dollars = formatDollars(income);
  return rent ? fillText(template, { income: dollars, ratio: (income / rent).toFixed(1) }) : dollars;
}

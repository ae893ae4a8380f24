import { Link } from 'react-router-dom';
import type { ListedHousehold } from '../../contract/listedHousehold';
import type { ListedApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { formatPerson, formatProgress } from './HouseholdList';

interface Group {
  key: string;
  household?: ListedHousehold;
  rows: ListedApplication[];
}

/** Groups rows by household. Someone who applies alone is a group of one. */
export function groupByHousehold(rows: readonly ListedApplication[], households: readonly ListedHousehold[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const household = households.find(({ people }) => people.some(({ id }) => id === row.id));
    const key = household?.id ?? row.id;
    const group = groups.get(key) ?? { key, household, rows: [] };
    groups.set(key, { ...group, rows: [...group.rows, row] });
  }
  return [...groups.values()];
}

export function HouseholdHead({ household, columns }: { household: ListedHousehold; columns: number }) {
  const texts = useMessages('office').households;
  const { id, name, people, income, rent, guarantor_income } = household;
  const combined = { income: formatDollars(income ?? 0), ratio: rent ? ((income ?? 0) / rent).toFixed(1) : '' };
  const facts = [
    people.map((person) => formatPerson(person, texts)).join(', '),
    income !== null && fillText(rent ? texts.combinedRatio : texts.combined, combined),
    guarantor_income !== null && fillText(texts.ofGuarantor, { income: formatDollars(guarantor_income) }),
  ].filter((fact) => fact !== false);
  return (
    <tr className="of-group">
      <th colSpan={columns} scope="rowgroup">
        <Link to={`/office/households/${id}`} translate="no">
          {fillText(texts.of, { name })}
        </Link>{' '}
        <span className="of-status">{formatProgress(household, texts)}</span>
        {facts.map((fact) => (
          <span key={fact} className="of-group-fact">
            {fact}
          </span>
        ))}
      </th>
    </tr>
  );
}

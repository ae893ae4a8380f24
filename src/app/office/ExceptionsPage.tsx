import { Link } from 'react-router-dom';
import { useExceptions } from '../../api/ledger';
import type { LedgerException } from '../../contract/ledger';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { Table } from '../ui/Table';
import { formatDate } from './dates';

/** Lists applications with payments that need attention. */
export function ExceptionsPage() {
  const messages = useMessages('office');
  const { money } = messages;
  const { data, error, mutate } = useExceptions();
  return (
    <>
      <PageHeading title={money.exceptions}>{money.exceptions}</PageHeading>
      <p className="rp-help">{money.exceptionsLead}</p>
      {error && !data && (
        <Banner kind="error" title={fillText(messages.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
      {!data && !error && <Skeleton lines={4} />}
      {data?.exceptions.length === 0 && <Banner kind="success" title={money.noExceptions} />}
      {data && data.exceptions.length > 0 && <ExceptionTable exceptions={data.exceptions} />}
    </>
  );
}

function ExceptionTable({ exceptions }: { exceptions: readonly LedgerException[] }) {
  const { money } = useMessages('office');
  const { columns } = money;
  return (
    <Table isStacked aria-label={money.exceptions}>
      <thead>
        <tr>
          {Object.values(columns).map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {exceptions.map(({ application, problem, title, amount, since }) => (
          <tr key={`${application} ${problem} ${since}`}>
            <th scope="row">
              {application ? <Link to={`/office/applications/${application}`}>{application}</Link> : money.erased}
            </th>
            <td data-label={columns.problem}>{title}</td>
            <td data-label={columns.amount}>{formatDollars(amount)}</td>
            <td data-label={columns.since}>{formatDate(since)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

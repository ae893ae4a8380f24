import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { auditAddress, useFigures, useProperties } from '../../api/officeDesk';
import type { OfficeSession } from '../../contract/office';
import type { Figures, FiguresQuery } from '../../contract/officeDesk';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import type { Answers } from '../../model/types';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { Table } from '../ui/Table';
import { formatDate } from './dates';
import { OfficeForm, toChoices } from './OfficeForm';
import './reports.css';

export function ReportsPage({ session }: { session: OfficeSession }) {
  const messages = useMessages('office');
  const { figures: texts } = messages;
  const [params, setParams] = useSearchParams();
  // The server validates the query.
  const query = Object.fromEntries(params) as FiguresQuery;
  const { data, error, mutate } = useFigures(query);
  const change = (answers: Answers) => {
    const given = Object.entries(answers).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
    setParams(new URLSearchParams(given), { replace: true });
  };
  return (
    <>
      <PageHeading title={texts.title}>{texts.title}</PageHeading>
      <p className="rp-help">{texts.lead}</p>
      {(data || error) && <Period query={query} shown={data} onChange={change} />}
      {error && (
        <Banner kind="error" title={fillText(messages.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
      {!data && !error && <Skeleton lines={8} />}
      {data && !error && <Shown figures={data} />}
      {session.scopes.includes('people') && (
        <section className="of-card of-audit" aria-labelledby="audit">
          <h2 id="audit">{texts.audit}</h2>
          <p className="rp-help">{texts.auditHelp}</p>
          <Button asChild>
            <a href={auditAddress({ from: data?.from, to: data?.to })} download>
              {texts.auditCsv}
            </a>
          </Button>
        </section>
      )}
    </>
  );
}

const RELOAD_DELAY_MS = 400;

function Period({
  query,
  shown,
  onChange,
}: {
  query: FiguresQuery;
  shown?: Figures;
  onChange(answers: Answers): void;
}) {
  const { data: properties = [] } = useProperties();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [initial] = useState(() => ({ from: shown?.from, to: shown?.to, ...query }));
  const lists = useMemo(
    () => ({ properties: toChoices(Object.fromEntries(properties.map(({ code, name }) => [code, name]))) }),
    [properties],
  );
  const follow = (answers: Answers) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(answers), RELOAD_DELAY_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <search className="of-filters of-period">
      <OfficeForm step="figures" lists={lists} initial={initial} onChange={follow} />
    </search>
  );
}

const FigureChart = lazy(loadChart);

async function loadChart() {
  return { default: (await import('./FigureChart')).FigureChart };
}

function Shown({ figures }: { figures: Figures }) {
  const texts = useMessages('office').figures;
  const { periods, properties, unit, from, to, submitted } = figures;
  return (
    <>
      <p role="status" className="of-found-count">
        {fillText(texts.period, { from: formatDay(from), to: formatDay(to) })}
      </p>
      {submitted === 0 && <p className="rp-help">{texts.none}</p>}
      {submitted > 0 && (
        <>
          <Totals figures={figures} />
          <section aria-labelledby="over-time">
            <h2 id="over-time">{texts.overTime}</h2>
            <Suspense fallback={<Skeleton lines={6} />}>
              <FigureChart periods={periods.map((one) => ({ ...one, label: formatDay(one.from) }))} />
            </Suspense>
            <details className="of-fold">
              <summary>{texts.table}</summary>
              <PeriodTable periods={periods} unit={unit} />
            </details>
          </section>
          <section aria-labelledby="by-property">
            <h2 id="by-property">{texts.byProperty}</h2>
            <PropertyTable properties={properties} />
          </section>
        </>
      )}
    </>
  );
}

function Totals({ figures: { submitted, decided, days_to_decision, missing, requested } }: { figures: Figures }) {
  const texts = useMessages('office').figures;
  const share = (n: number) => fillText(texts.share, { percent: Math.round((n / submitted) * 100) });
  const cards = [
    [texts.submitted, submitted, ''],
    [texts.decided, decided, share(decided)],
    [texts.daysToDecision, useDays(days_to_decision), ''],
    [texts.missing, missing, share(missing)],
    [texts.requested, requested, share(requested)],
  ] as const;
  return (
    <dl className="of-figures of-totals">
      {cards.map(([label, value, help]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {help && <dd className="rp-help">{help}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** Returns text such as `'2.5 days'`. */
function useDays(days: number | null): string {
  const texts = useMessages('office').figures;
  if (days === null) return texts.noDecision;
  return days < 1 ? texts.lessThanADay : fillText(texts.days, { n: days });
}

function PeriodTable({ periods, unit }: Pick<Figures, 'periods' | 'unit'>) {
  const texts = useMessages('office').figures;
  return (
    <Table aria-label={texts.overTime}>
      <thead>
        <tr>
          <th scope="col">{texts.units[unit]}</th>
          <th scope="col">{texts.submitted}</th>
          <th scope="col">{texts.decided}</th>
        </tr>
      </thead>
      <tbody>
        {periods.map(({ from, submitted, decided }) => (
          <tr key={from}>
            <th scope="row">{formatDay(from)}</th>
            <td>{submitted}</td>
            <td>{decided}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function PropertyTable({ properties }: Pick<Figures, 'properties'>) {
  const texts = useMessages('office').figures;
  return (
    <Table isStacked aria-label={texts.byProperty}>
      <thead>
        <tr>
          <th scope="col">{useMessages('office').list.property}</th>
          <th scope="col">{texts.submitted}</th>
          <th scope="col">{texts.decided}</th>
          <th scope="col">{texts.daysToDecision}</th>
          <th scope="col">{texts.missing}</th>
          <th scope="col">{texts.requested}</th>
        </tr>
      </thead>
      <tbody>
        {properties.map((one) => (
          <PropertyRow key={one.code} property={one} />
        ))}
      </tbody>
    </Table>
  );
}

function PropertyRow({ property: one }: { property: Figures['properties'][number] }) {
  const texts = useMessages('office').figures;
  return (
    <tr>
      <th scope="row" translate="no">
        {one.name || texts.noProperty}
      </th>
      <td data-label={texts.submitted}>{one.submitted}</td>
      <td data-label={texts.decided}>{one.decided}</td>
      <td data-label={texts.daysToDecision}>{useDays(one.days_to_decision)}</td>
      <td data-label={texts.missing}>{one.missing}</td>
      <td data-label={texts.requested}>{one.requested}</td>
    </tr>
  );
}

const formatDay = (day: string): string => formatDate(`${day}T12:00:00Z`);

import { reviewPdfAddress } from '../../api/officeDesk';
import type { OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { officeFile } from '../../model/office';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { formatDate } from './dates';
import { languageName } from './languageName';

export function ReviewHead({ application }: { application: OfficeApplication }) {
  const { application: messages, list } = useMessages('office');
  const { newMessages } = list;
  const { unread_messages: unread } = application;
  const { id, name, place, status, submitted_at, move_in, household, email, language } = application;
  const facts = [
    fillText(messages.number, { number: id }),
    place,
    fillText(messages.submitted, { date: formatDate(submitted_at) }),
    move_in && fillText(messages.moveIn, { date: formatDate(`${move_in}T12:00:00Z`) }),
    household && fillText(messages.people, { n: household }),
    language && fillText(messages.language, { language: languageName(language) }),
  ].filter(Boolean);
  return (
    <header className="of-head">
      <div className="of-name">
        <PageHeading title={name}>
          <span translate="no">{name}</span>
        </PageHeading>
        <span className="of-status" data-status={status}>
          {officeFile().statuses[status].title}
        </span>
        <span className="of-copies">
          <Button variant="link" title={messages.reviewPdfHelp} onClick={() => window.print()}>
            {messages.print}
          </Button>
          <a href={reviewPdfAddress(id)} title={messages.reviewPdfHelp} download>
            {messages.reviewPdf}
          </a>
        </span>
      </div>
      <EmailNote problem={application.email_problem} />
      <ul className="of-facts">
        {facts.map((fact) => (
          <li key={String(fact)}>{fact}</li>
        ))}
        {unread > 0 && (
          <li>
            <a href="#messages">{fillText(newMessages, { n: unread })}</a>
          </li>
        )}
        <li>
          <a href={`mailto:${email}`} translate="no">
            {email}
          </a>
        </li>
      </ul>
    </header>
  );
}

function EmailNote({ problem }: { problem: OfficeApplication['email_problem'] }) {
  const messages = useMessages('office').application.emailProblem;
  if (!problem) return null;
  const { kind, at, reason, is_stopped: isStopped } = problem;
  return (
    <Banner kind="warning" title={fillText(messages[kind], { date: formatDate(at) })}>
      <p>
        {isStopped ? messages.stopped : messages.continues} {reason && <q translate="no">{reason}</q>}
      </p>
    </Banner>
  );
}

export function KeyFigures({ application: { income, rent, coverage } }: { application: OfficeApplication }) {
  const messages = useMessages('office').application;
  const ratio =
    income !== null && rent ? fillText(messages.ratioOf, { ratio: (income / rent).toFixed(1) }) : messages.unknown;
  const sums = [
    income !== null && fillText(messages.income, { income: formatDollars(income) }),
    rent !== null && fillText(messages.rent, { rent: formatDollars(rent) }),
  ];
  return (
    <dl className="of-figures">
      <div>
        <dt>{messages.ratio}</dt>
        <dd>{ratio}</dd>
        <dd className="rp-help">{sums.filter(Boolean).join(', ')}</dd>
      </div>
      {coverage.map(({ document_id, source_id, title, source, unit, needed }) => (
        <div key={`${document_id}/${source_id}`}>
          <dt>{[title, source].filter(Boolean).join(', ')}</dt>
          <dd>
            {fillText(messages.coveredOf, {
              covered: needed.filter(({ covered }) => covered).length,
              needed: needed.length,
              unit,
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}

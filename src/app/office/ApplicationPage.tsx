import { Link, useNavigate, useParams } from 'react-router-dom';
import { useApplicationOrder, useOfficeApplication } from '../../api/office';
import type { OfficeSession } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { readListQuery } from './listQuery';
import { readListPosition } from './officeReturn';
import { Review } from './Review';
import { useShortcuts } from './useShortcuts';

export function ApplicationPage({ session }: { session: OfficeSession }) {
  const { id = '' } = useParams();
  return (
    <>
      <Neighbors id={id} />
      <ApplicationView id={id} session={session} />
    </>
  );
}

function Neighbors({ id }: { id: string }) {
  const messages = useMessages('office');
  const { application } = messages;
  const navigate = useNavigate();
  const { search = '' } = readListPosition() ?? {};
  const back = `/office${search}`;
  const { ids, total } = useApplicationOrder(readListQuery(new URLSearchParams(search)));
  const at = ids.indexOf(id);
  const address = (to?: string) => `/office/applications/${to}`;
  const [before, after] = at < 0 ? [] : [ids[at - 1], ids[at + 1]];
  const go = (to?: string) => to && void navigate(address(to));
  useShortcuts({
    j: () => go(after),
    k: () => go(before),
    ArrowRight: () => go(after),
    ArrowLeft: () => go(before),
    '/': () => void navigate(back, { state: { isSearching: true } }),
    Escape: () => void navigate(back),
  });
  return (
    <nav className="of-back" aria-label={messages.back}>
      <Link to={back}>{messages.back}</Link>
      {at >= 0 && (
        <>
          {before && (
            <Link to={address(before)} aria-label={application.previousOne} aria-keyshortcuts="k">
              {application.previous}
            </Link>
          )}
          {after && (
            <Link to={address(after)} aria-label={application.nextOne} aria-keyshortcuts="j">
              {application.next}
            </Link>
          )}
          <span>{fillText(application.position, { n: at + 1, count: Math.max(total, ids.length) })}</span>
        </>
      )}
    </nav>
  );
}

export function ApplicationView({ id, session }: { id: string; session: OfficeSession }) {
  const messages = useMessages('office');
  const { data, error, mutate } = useOfficeApplication(id);
  const reload = () => void mutate();
  return (
    <>
      {!data && !error && <Skeleton lines={10} />}
      {error && !data && (
        <Banner kind="error" title={fillText(messages.failed, { reason: error.message })}>
          <Button onClick={reload}>{messages.retry}</Button>
        </Banner>
      )}
      {data && <Review key={id} application={data} session={session} onChanged={reload} />}
    </>
  );
}

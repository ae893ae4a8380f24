import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useMessages } from '../../messages/useMessages';
import { PageHeading } from '../shell/PageHeading';
import { PublicFrame } from '../shell/PublicFrame';
import { Button } from '../ui/Button';
import { Prose } from '../ui/Prose';

/** Explains why a page is unavailable. The URL contains a reason code, not the text. */
export function UnavailablePage() {
  const messages = useMessages('entry').unauthorized;
  const [search] = useSearchParams();
  const reasons: Record<string, string> = messages.reasons;
  const code = search.get('reason') ?? '';
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return (
    <PublicFrame>
      <PageHeading title={messages.title}>{messages.heading}</PageHeading>
      <p className="rp-frame__lead">{messages.text}</p>
      {reason && <p className="rp-frame__lead">{reason}</p>}
      <Button asChild>
        <Link to="/login">{messages.login}</Link>
      </Button>
    </PublicFrame>
  );
}

/** Shows placeholder text on planned routes (docs/spec/000.md, §2). */
export function PlannedPage() {
  const messages = useMessages('entry').planned;
  return (
    <PublicFrame>
      <PageHeading title={messages.title}>{messages.heading}</PageHeading>
      <p className="rp-frame__lead">{messages.text}</p>
    </PublicFrame>
  );
}

export function NotFoundPage() {
  const messages = useMessages('entry').notFound;
  return (
    <PublicFrame>
      <PageHeading title={messages.title}>{messages.heading}</PageHeading>
      <p className="rp-frame__lead">{messages.text}</p>
      <Button asChild>
        <Link to="/login">{messages.home}</Link>
      </Button>
    </PublicFrame>
  );
}

const POLICIES = new Map([
  ['data-policy', 'dataPolicy'],
  ['terms-of-use', 'termsOfUse'],
] as const);

export function PolicyPage() {
  const messages = useMessages('entry').policies;
  const { policy: address } = useParams();
  const name = [...POLICIES].find(([one]) => one === address)?.[1];
  if (!name) return <NotFoundPage />;
  const policy = messages[name];
  return (
    <PublicFrame>
      <PageHeading title={policy.title}>{policy.heading}</PageHeading>
      <Prose>
        {policy.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          <Link to="/login">{messages.back}</Link>
        </p>
      </Prose>
    </PublicFrame>
  );
}

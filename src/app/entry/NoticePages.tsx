import { Link, useParams, useSearchParams } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { Prose } from '../ui/Prose';
import { EntryFrame } from './EntryFrame';

/** 'Property Not Available'. The reason is a code from a fixed list; free text in the address is not shown. */
export function UnavailablePage() {
  const [search] = useSearchParams();
  const reason = reasonOf(search.get('reason') ?? '');
  return (
    <EntryFrame>
      <PageHeading title={texts.unauthorized.title}>{texts.unauthorized.heading}</PageHeading>
      <p className="rp-frame__lead">{texts.unauthorized.text}</p>
      {reason && <p className="rp-frame__lead">{reason}</p>}
      <Button asChild>
        <Link to="/login">{texts.unauthorized.login}</Link>
      </Button>
    </EntryFrame>
  );
}

function reasonOf(code: string): string | undefined {
  const reasons: Record<string, string> = texts.unauthorized.reasons;
  return Object.hasOwn(reasons, code) ? reasons[code] : undefined;
}

/** GuestCard and Docupload: routes that have placeholder text only (spec 000, section 2, Route map). */
export function PlannedPage() {
  return (
    <EntryFrame>
      <PageHeading title={texts.planned.title}>{texts.planned.heading}</PageHeading>
      <p className="rp-frame__lead">{texts.planned.text}</p>
    </EntryFrame>
  );
}

/** An address of no page. */
export function NotFoundPage() {
  return (
    <EntryFrame>
      <PageHeading title={texts.notFound.title}>{texts.notFound.heading}</PageHeading>
      <p className="rp-frame__lead">{texts.notFound.text}</p>
      <Button asChild>
        <Link to="/login">{texts.notFound.home}</Link>
      </Button>
    </EntryFrame>
  );
}

const policies = new Map([
  ['data-policy', texts.policies.dataPolicy],
  ['terms-of-use', texts.policies.termsOfUse],
]);

/** Data Policy and Terms of Use, below /atss/. */
export function PolicyPage() {
  const policy = policies.get(useParams().policy ?? '');
  if (!policy) return <NotFoundPage />;
  return (
    <EntryFrame>
      <PageHeading title={policy.title}>{policy.heading}</PageHeading>
      <Prose>
        {policy.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          <Link to="/login">{texts.policies.back}</Link>
        </p>
      </Prose>
    </EntryFrame>
  );
}

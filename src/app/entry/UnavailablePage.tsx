import { Link, useSearchParams } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { EntryFrame } from './EntryFrame';

/** 'Property Not Available'. The reason is a code from a fixed list; free text in the address is not shown. */
export function UnavailablePage() {
  const [search] = useSearchParams();
  const reason = reasonOf(search.get('reason') ?? '');
  return (
    <EntryFrame>
      <PageHeading title={texts.unauthorized.title}>{texts.unauthorized.heading}</PageHeading>
      <p className="ap-lead">{texts.unauthorized.text}</p>
      {reason && <p className="ap-lead">{reason}</p>}
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

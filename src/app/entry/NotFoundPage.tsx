import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { EntryFrame } from './EntryFrame';

/** An address of no page. */
export function NotFoundPage() {
  return (
    <EntryFrame>
      <PageHeading title={texts.notFound.title}>{texts.notFound.heading}</PageHeading>
      <p className="ap-lead">{texts.notFound.text}</p>
      <Button asChild>
        <Link to="/login">{texts.notFound.home}</Link>
      </Button>
    </EntryFrame>
  );
}

import { Link, useParams } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { PageHeading } from '../shell/PageHeading';
import '../ui/prose.css';
import { EntryFrame } from './EntryFrame';
import { NotFoundPage } from './NoticePages';

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
      <div className="ap-prose">
        {policy.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>
          <Link to="/login">{texts.policies.back}</Link>
        </p>
      </div>
    </EntryFrame>
  );
}

import texts from '../../../schemas/texts/scan.json';
import { PageHeading } from '../shell/PageHeading';

/** The last page on the phone. */
export function DonePage() {
  return (
    <>
      <svg className="sc-tick" viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="M14 25l7 7 13-15" />
      </svg>
      <PageHeading title={texts.done.title}>{texts.done.heading}</PageHeading>
      <p className="ap-lead">{texts.done.text}</p>
    </>
  );
}

import texts from '../../../schemas/texts/entry.json';
import { PageHeading } from '../shell/PageHeading';
import { EntryFrame } from './EntryFrame';

/** GuestCard and Docupload: routes that have placeholder text only (spec 000, section 2, Route map). */
export function PlannedPage() {
  return (
    <EntryFrame>
      <PageHeading title={texts.planned.title}>{texts.planned.heading}</PageHeading>
      <p className="ap-lead">{texts.planned.text}</p>
    </EntryFrame>
  );
}

import { Link } from 'react-router-dom';
import texts from '../../../schemas/texts/entry.json';
import { fillText } from '../../model/fillText';
import { endSession } from '../session/logOut';
import { useSession } from '../session/useSession';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { EntryFrame } from './EntryFrame';

/** An entry link opened while someone is signed in: their session is not replaced without asking. */
export function OtherSession() {
  const { email } = useSession();
  return (
    <EntryFrame>
      <PageHeading title={texts.session.otherTitle}>{texts.session.otherTitle}</PageHeading>
      <p className="ap-lead">{fillText(texts.session.other, { email })}</p>
      <div className="rp-buttons">
        <Link className="rp-button" data-variant="primary" to="/login">
          {texts.session.keep}
        </Link>
        <Button onClick={() => void endSession()}>{texts.session.switch}</Button>
      </div>
    </EntryFrame>
  );
}

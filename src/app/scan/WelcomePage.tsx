import texts from '../../../schemas/texts/scan.json';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { useScan } from './scanContext';
import { isComplete, LICENCE, wantsBack } from './scanFlow';

/** The first page: starts the scan, goes on with the back side, or says that everything is there. */
export function WelcomePage() {
  const { state, go } = useScan();
  if (isComplete(state)) return <AlreadyUploaded />;
  const isHalf = wantsBack(state);
  return (
    <>
      <PageHeading title={texts.welcome.title}>{texts.welcome.heading}</PageHeading>
      <p className="ap-lead">{texts.welcome.lead}</p>
      <p>{texts.welcome.have}</p>
      <div className="sc-actions">
        <Button variant="primary" onClick={() => go(isHalf ? `back/${LICENCE}` : 'menu')}>
          {isHalf ? texts.welcome.goOn : texts.welcome.start}
        </Button>
      </div>
    </>
  );
}

function AlreadyUploaded() {
  return (
    <>
      <PageHeading title={texts.already.heading}>{texts.already.heading}</PageHeading>
      <p className="ap-lead">{texts.already.text}</p>
    </>
  );
}

import { Outlet, useParams } from 'react-router-dom';
import texts from '../../../schemas/texts/scan.json';
import { Brand } from '../shell/Brand';
import { Frame } from '../shell/Frame';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { Loader } from '../ui/Loader';
import './scan.css';
import { ScanContext } from './scanContext';
import { useBlockedBack } from './useBlockedBack';
import { type Opening, useScanState } from './useScanState';

/** The pages of one phone scan (spec 003, section 2): opened by the link's token, without a session, Back blocked. */
export function ScanShell() {
  const { id = '' } = useParams();
  const opening = useScanState(id);
  useBlockedBack();
  const header = (
    <header className="ap-header">
      <div className="ap-header-row">
        <Brand name={texts.product} />
      </div>
    </header>
  );
  return (
    <Frame header={header} width="narrow">
      <div className="sc-page">
        <Content opening={opening} />
      </div>
    </Frame>
  );
}

function Content({ opening }: { opening: Opening }) {
  if (opening === 'opening') return <Loader />;
  if ('scan' in opening)
    return (
      <ScanContext value={opening.scan}>
        <Outlet />
      </ScanContext>
    );
  return opening.problem === 'expired' ? <Expired /> : <Failed onRetry={opening.retry} />;
}

function Expired() {
  return (
    <>
      <PageHeading title={texts.expired.title}>{texts.expired.heading}</PageHeading>
      <p className="ap-lead" role="alert">
        {texts.expired.text}
      </p>
    </>
  );
}

function Failed({ onRetry }: { onRetry(): void }) {
  return (
    <>
      <PageHeading title={texts.failed.title}>{texts.failed.heading}</PageHeading>
      <Button variant="primary" onClick={onRetry}>
        {texts.failed.retry}
      </Button>
    </>
  );
}

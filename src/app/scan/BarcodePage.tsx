import { Navigate, useParams } from 'react-router-dom';
import texts from '../../../schemas/texts/scan.json';
import { PageHeading } from '../shell/PageHeading';
import { announce } from '../ui/announcements';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { type Scan, useScan } from './scanContext';
import { TorchButton } from './TorchButton';
import { useGuard } from './useGuard';
import { useLicenceScanner } from './useLicenceScanner';

/** The live scanner for the barcode on a licence's back; reading it, or Skip, leads to the picture of that side. */
export function BarcodePage() {
  const scan = useScan();
  const { docId = '' } = useParams();
  const refused = useGuard('barcode', Number(docId));
  if (refused !== undefined) return <Navigate to={refused} replace />;
  return <LiveScanner scan={scan} docId={docId} />;
}

function LiveScanner({ scan, docId }: { scan: Scan; docId: string }) {
  const goOn = () => scan.go(`camera_back/${docId}`);
  const { host, state, track } = useLicenceScanner((text) => {
    scan.carried.barcode = text;
    announce(texts.back.read);
    goOn();
  });
  const isOff = state === 'denied' || state === 'failed';
  return (
    <>
      <PageHeading title={texts.barcode.title}>{texts.barcode.heading}</PageHeading>
      {isOff ? <Banner kind="warning">{texts.barcode[state]}</Banner> : <p>{texts.barcode.text}</p>}
      <div className="sc-view" data-kind="barcode" data-state={state} hidden={isOff}>
        <div ref={host} className="sc-host" />
        <span className="sc-region" aria-hidden="true" />
      </div>
      {!isOff && (
        <p className="sc-status" role="status">
          {state === 'running' ? texts.barcode.scanning : texts.barcode.starting}
        </p>
      )}
      <div className="sc-actions">
        <TorchButton track={track} />
        <Button variant={isOff ? 'primary' : 'plain'} onClick={goOn}>
          {texts.barcode.skip}
        </Button>
      </div>
      {!isOff && <p className="sc-note">{texts.barcode.skipNote}</p>}
    </>
  );
}

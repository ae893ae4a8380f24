import { Navigate, useParams } from 'react-router-dom';
import texts from '../../../schemas/texts/scan.json';
import { PageHeading } from '../shell/PageHeading';
import { Capture } from './Capture';
import { useScan } from './scanContext';
import { BACK } from './scanFlow';
import { useGuard } from './useGuard';

/** The picture of a licence's back side. */
export function BackPage() {
  const { go, carried } = useScan();
  const { docId = '' } = useParams();
  const refused = useGuard('back', Number(docId));
  if (refused !== undefined) return <Navigate to={refused} replace />;
  return (
    <>
      <PageHeading title={texts.back.title}>{texts.back.heading}</PageHeading>
      <p>{texts.back.text}</p>
      <p className="sc-note">{carried.barcode ? texts.back.read : texts.back.unread}</p>
      <Capture documentId={BACK} cameraPage={`camera-avi/${BACK}`} onSaved={() => go('success')} />
    </>
  );
}

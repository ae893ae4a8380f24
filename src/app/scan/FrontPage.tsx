import { Navigate, useParams } from 'react-router-dom';
import texts from '../../../schemas/texts/scan.json';
import { PageHeading } from '../shell/PageHeading';
import { Capture } from './Capture';
import { useScan } from './scanContext';
import { afterFront } from './scanFlow';
import { useGuard } from './useGuard';

const PASSPORT = 1;

/** The picture of the front side. */
export function FrontPage() {
  const { go } = useScan();
  const docId = Number(useParams().docId);
  const refused = useGuard('front', docId);
  if (refused !== undefined) return <Navigate to={refused} replace />;
  return (
    <>
      <PageHeading title={texts.front.title}>
        {docId === PASSPORT ? texts.front.passport : texts.front.heading}
      </PageHeading>
      <p>{texts.front.text}</p>
      <Capture documentId={docId} cameraPage={`camera-avi/${docId}`} onSaved={() => go(afterFront(docId))} />
    </>
  );
}

import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import texts from '../../../schemas/texts/scan.json';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { drawJpeg } from './picture';
import { type Scan, useScan } from './scanContext';
import { BACK, LICENCE } from './scanFlow';
import { TorchButton } from './TorchButton';
import { useCamera } from './useCamera';
import { useGuard } from './useGuard';

/** The camera in the page (spec 003, `camera-avi`): a frame to hold the document in, and a button that takes the picture. */
export function CameraPage() {
  const scan = useScan();
  const docId = Number(useParams().docId);
  const refused = useGuard(docId === BACK ? 'back' : 'front', docId);
  if (refused !== undefined) return <Navigate to={refused} replace />;
  return <Camera scan={scan} docId={docId} />;
}

function Camera({ scan, docId }: { scan: Scan; docId: number }) {
  const { video, state, track } = useCamera();
  const [isTaking, setTaking] = useState(false);
  const goBack = () => scan.go(docId === BACK ? `camera_back/${LICENCE}` : `camera/${docId}`);
  const isOff = state === 'denied' || state === 'failed';
  const take = async () => {
    if (!video.current) return;
    setTaking(true);
    scan.carried.picture = await shoot(video.current);
    goBack();
  };
  return (
    <>
      <PageHeading title={texts.camera.title}>{texts.camera.heading}</PageHeading>
      {isOff && <Banner kind="warning">{texts.camera[state]}</Banner>}
      <div className="sc-view" data-kind="card" data-state={state} hidden={isOff}>
        <video ref={video} className="sc-video" muted playsInline aria-label={texts.camera.view} />
        <span className="sc-corners" aria-hidden="true" />
      </div>
      {state === 'starting' && <p role="status">{texts.camera.starting}</p>}
      <div className="sc-actions">
        {!isOff && (
          <Button variant="primary" disabled={state !== 'running' || isTaking} onClick={take}>
            {texts.camera.take}
          </Button>
        )}
        <TorchButton track={track} />
        <Button variant={isOff ? 'primary' : 'plain'} onClick={goBack}>
          {isOff ? texts.capture.choose : texts.camera.cancel}
        </Button>
      </div>
    </>
  );
}

/** What the frame shows, at the camera's full size. */
async function shoot(video: HTMLVideoElement): Promise<File> {
  const { clientWidth, clientHeight, videoWidth, videoHeight } = video;
  const share = Math.min(videoWidth / clientWidth, videoHeight / clientHeight);
  const [width, height] = [Math.round(clientWidth * share), Math.round(clientHeight * share)];
  const left = Math.round((videoWidth - width) / 2);
  const top = Math.round((videoHeight - height) / 2);
  const jpeg = await drawJpeg(await createImageBitmap(video, left, top, width, height), width, height);
  return new File([jpeg], 'camera.jpg', { type: 'image/jpeg' });
}

import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import texts from '../../../schemas/texts/scan.json';
import { backOf, documentId, documentType, isOf } from '../../model/documents';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { alert } from '../ui/QuestionHost';
import { BarcodePage } from './BarcodePage';
import { Capture } from './Capture';
import { Actions, DRAWN, Note, TorchButton, Viewfinder } from './parts';
import { drawJpeg } from './picture';
import { ScanShell } from './ScanShell';
import { afterFront, isComplete, type Scan, useGuard, useScan, wantsBack } from './scanContext';
import { useCamera } from './useCamera';

/** The phone's pages (spec 003, section 2), in a chunk of their own: the scanner is loaded nowhere else. */
export function ScanRoutes() {
  return (
    <Routes>
      <Route path=":id" element={<ScanShell />}>
        <Route index element={<WelcomePage />} />
        <Route path="menu" element={<MenuPage />} />
        <Route path="camera/:docId" element={<FrontPage />} />
        <Route path="back/:docId" element={<BarcodePage />} />
        <Route path="camera_back/:docId" element={<BackPage />} />
        <Route path="camera-avi/:docId" element={<CameraPage />} />
        <Route path="success" element={<DonePage />} />
        <Route path="*" element={<Navigate to=".." replace />} />
      </Route>
      <Route path="*" element={<Navigate to="/login" replace />} />
    </Routes>
  );
}

/** The last page on the phone. */
export function DonePage() {
  return (
    <>
      <Box asChild width="4rem" marginBottom="4" stroke="good" {...DRAWN}>
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="22" />
          <path d="M14 25l7 7 13-15" />
        </svg>
      </Box>
      <PageHeading title={texts.done.title}>{texts.done.heading}</PageHeading>
      <p className="rp-frame__lead">{texts.done.text}</p>
    </>
  );
}

/** The picture of a licence's back side. */
export function BackPage() {
  const { go, carried, state } = useScan();
  const { docId = '' } = useParams();
  const back = backOf(state.front.document_typeid);
  const refused = useGuard('back', Number(docId));
  if (refused !== undefined || back === undefined) return <Navigate to={refused ?? '..'} replace />;
  return (
    <>
      <PageHeading title={texts.back.title}>{texts.back.heading}</PageHeading>
      <p>{texts.back.text}</p>
      <Note>{carried.barcode ? texts.back.read : texts.back.unread}</Note>
      <Capture documentId={back} cameraPage={`camera-avi/${back}`} onSaved={() => go('success')} />
    </>
  );
}

/** The picture of the front side. */
export function FrontPage() {
  const { go } = useScan();
  const docId = Number(useParams().docId);
  const refused = useGuard('front', docId);
  if (refused !== undefined) return <Navigate to={refused} replace />;
  return (
    <>
      <PageHeading title={texts.front.title}>
        {docId === documentId('passport') ? texts.front.passport : texts.front.heading}
      </PageHeading>
      <p>{texts.front.text}</p>
      <Capture documentId={docId} cameraPage={`camera-avi/${docId}`} onSaved={() => go(afterFront(docId))} />
    </>
  );
}

/** Which document will be photographed; refused while there is one already. */
export function MenuPage() {
  const { state, go } = useScan();
  const choose = (type: number) => {
    if (state.front.res) void alert({ title: texts.already.alert, text: texts.already.text });
    else go(`camera/${type}`);
  };
  return (
    <>
      <PageHeading title={texts.menu.title}>{texts.menu.heading}</PageHeading>
      <Actions as="ul">
        {state.types.map((type) => (
          <li key={type}>
            <Button justifyContent="flex-start" textAlign="start" onClick={() => choose(type)}>
              {documentType(type)?.title}
            </Button>
          </li>
        ))}
      </Actions>
    </>
  );
}

/** The first page: starts the scan, goes on with the back side, or says that everything is there. */
export function WelcomePage() {
  const { state, go } = useScan();
  if (isComplete(state)) return <AlreadyUploaded />;
  const isHalf = wantsBack(state);
  return (
    <>
      <PageHeading title={texts.welcome.title}>{texts.welcome.heading}</PageHeading>
      <p className="rp-frame__lead">{texts.welcome.lead}</p>
      <p>{texts.welcome.have}</p>
      <Actions>
        <Button variant="primary" onClick={() => go(isHalf ? `back/${state.front.document_typeid}` : 'menu')}>
          {isHalf ? texts.welcome.goOn : texts.welcome.start}
        </Button>
      </Actions>
    </>
  );
}

function AlreadyUploaded() {
  return (
    <>
      <PageHeading title={texts.already.heading}>{texts.already.heading}</PageHeading>
      <p className="rp-frame__lead">{texts.already.text}</p>
    </>
  );
}

/** The camera in the page (spec 003, `camera-avi`): a frame to hold the document in, and a button that takes the picture. */
export function CameraPage() {
  const scan = useScan();
  const docId = Number(useParams().docId);
  const refused = useGuard(isOf('identityBack', docId) ? 'back' : 'front', docId);
  if (refused !== undefined) return <Navigate to={refused} replace />;
  return <Camera scan={scan} docId={docId} />;
}

function Camera({ scan, docId }: { scan: Scan; docId: number }) {
  const { video, state, track } = useCamera();
  const [isTaking, setTaking] = useState(false);
  const goBack = () =>
    scan.go(isOf('identityBack', docId) ? `camera_back/${scan.state.front.document_typeid}` : `camera/${docId}`);
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
      <Viewfinder kind="card" state={state} isOff={isOff}>
        <video ref={video} muted playsInline aria-label={texts.camera.view} />
      </Viewfinder>
      {state === 'starting' && <p role="status">{texts.camera.starting}</p>}
      <Actions>
        {!isOff && (
          <Button variant="primary" disabled={state !== 'running' || isTaking} onClick={take}>
            {texts.camera.take}
          </Button>
        )}
        <TorchButton track={track} />
        <Button variant={isOff ? 'primary' : 'plain'} onClick={goBack}>
          {isOff ? texts.capture.choose : texts.camera.cancel}
        </Button>
      </Actions>
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

import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import { Navigate, Route, Routes, useParams } from 'react-router-dom';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { documentId, documentType, findBack, hasRole } from '../../model/section/documentTypes';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { alert } from '../ui/QuestionHost';
import { BarcodePage } from './BarcodePage';
import { Capture } from './Capture';
import { Actions, DocumentSide, DRAWN, Note, TorchButton, Viewfinder } from './parts';
import { drawJpeg } from './picture';
import { ScanShell } from './ScanShell';
import { afterFront, isComplete, type Scan, useGuard, useScan, wantsBack } from './scanContext';
import { useCamera } from './useCamera';

/** The phone's pages (docs/spec/003.md, §2). A separate chunk, because the scanner is large. */
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

export function DonePage() {
  const messages = useMessages('scan').done;
  return (
    <>
      <Box asChild width="4rem" marginBottom="4" stroke="good" {...DRAWN}>
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <circle cx="24" cy="24" r="22" />
          <path d="M14 25l7 7 13-15" />
        </svg>
      </Box>
      <PageHeading title={messages.title}>{messages.heading}</PageHeading>
      <p className="rp-frame__lead">{messages.text}</p>
    </>
  );
}

export function BackPage() {
  const messages = useMessages('scan').back;
  const { go, carried, state } = useScan();
  const { docId = '' } = useParams();
  const back = findBack(state.front.document_typeid);
  const refused = useGuard('back', Number(docId));
  if (refused !== undefined || back === undefined) return <Navigate to={refused ?? '..'} replace />;
  return (
    <>
      <DocumentSide type={Number(docId)} side="back" />
      <PageHeading title={messages.title}>{messages.heading}</PageHeading>
      <p>{messages.text}</p>
      <Note>{carried.barcode ? messages.read : messages.unread}</Note>
      <Capture documentId={back} cameraPage={`camera-avi/${back}`} onSaved={() => go('success')} />
    </>
  );
}

export function FrontPage() {
  const messages = useMessages('scan').front;
  const { go } = useScan();
  const docId = Number(useParams().docId);
  const refused = useGuard('front', docId);
  if (refused !== undefined) return <Navigate to={refused} replace />;
  return (
    <>
      <DocumentSide type={docId} side="front" />
      <PageHeading title={messages.title}>
        {docId === documentId('passport') ? messages.passport : messages.heading}
      </PageHeading>
      <p>{messages.text}</p>
      <Capture documentId={docId} cameraPage={`camera-avi/${docId}`} onSaved={() => go(afterFront(docId))} />
    </>
  );
}

export function MenuPage() {
  const messages = useMessages('scan');
  const { state, go } = useScan();
  const choose = (type: number) => {
    if (state.front.res) void alert({ title: messages.already.alert, text: messages.already.text });
    else go(`camera/${type}`);
  };
  return (
    <>
      <PageHeading title={messages.menu.title}>{messages.menu.heading}</PageHeading>
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

export function WelcomePage() {
  const messages = useMessages('scan').welcome;
  const { state, go } = useScan();
  if (isComplete(state)) return <AlreadyUploaded />;
  const isHalf = wantsBack(state);
  return (
    <>
      <PageHeading title={messages.title}>{messages.heading}</PageHeading>
      <p className="rp-frame__lead">{fillText(messages.lead, { landlord: state.landlord.name })}</p>
      <p>{messages.have}</p>
      <Actions>
        <Button variant="primary" onClick={() => go(isHalf ? `back/${state.front.document_typeid}` : 'menu')}>
          {isHalf ? messages.goOn : messages.start}
        </Button>
      </Actions>
    </>
  );
}

function AlreadyUploaded() {
  const messages = useMessages('scan').already;
  return (
    <>
      <PageHeading title={messages.heading}>{messages.heading}</PageHeading>
      <p className="rp-frame__lead">{messages.text}</p>
    </>
  );
}

/** Shows the camera (docs/spec/003.md, `camera-avi`). */
export function CameraPage() {
  const scan = useScan();
  const docId = Number(useParams().docId);
  const refused = useGuard(hasRole('identityBack', docId) ? 'back' : 'front', docId);
  if (refused !== undefined) return <Navigate to={refused} replace />;
  return <Camera scan={scan} docId={docId} />;
}

function Camera({ scan, docId }: { scan: Scan; docId: number }) {
  const messages = useMessages('scan');
  const { video, state, track } = useCamera();
  const [isTaking, setTaking] = useState(false);
  const isBack = hasRole('identityBack', docId);
  const type = isBack ? Number(scan.state.front.document_typeid) : docId;
  const goBack = () => scan.go(`${isBack ? 'camera_back' : 'camera'}/${type}`);
  const side = isBack ? 'back' : 'front';
  const isOff = state === 'denied' || state === 'failed';
  const take = async () => {
    if (!video.current) return;
    setTaking(true);
    scan.carried.picture = await shoot(video.current);
    goBack();
  };
  return (
    <>
      <DocumentSide type={type} side={side} />
      <PageHeading title={messages.camera.title}>{messages.camera[findBack(type) ? side : 'page']}</PageHeading>
      {isOff && <Banner kind="warning">{messages.camera[state]}</Banner>}
      <Viewfinder kind="card" state={state} isOff={isOff}>
        <video ref={video} muted playsInline aria-label={messages.camera.view} />
      </Viewfinder>
      {state === 'starting' && <p role="status">{messages.camera.starting}</p>}
      <Actions>
        {!isOff && (
          <Button variant="primary" disabled={state !== 'running' || isTaking} onClick={take}>
            {messages.camera.take}
          </Button>
        )}
        <TorchButton track={track} />
        <Button variant={isOff ? 'primary' : 'plain'} onClick={goBack}>
          {isOff ? messages.capture.choose : messages.camera.cancel}
        </Button>
      </Actions>
    </>
  );
}

/** Captures the visible part of the picture at the camera's full resolution. */
async function shoot(video: HTMLVideoElement): Promise<File> {
  const { clientWidth, clientHeight, videoWidth, videoHeight } = video;
  const share = Math.min(videoWidth / clientWidth, videoHeight / clientHeight);
  const [width, height] = [Math.round(clientWidth * share), Math.round(clientHeight * share)];
  const left = Math.round((videoWidth - width) / 2);
  const top = Math.round((videoHeight - height) / 2);
  const jpeg = await drawJpeg(await createImageBitmap(video, left, top, width, height), width, height);
  return new File([jpeg], 'camera.jpg', { type: 'image/jpeg' });
}

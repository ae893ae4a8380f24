import { Box } from '@chakra-ui/react/box';
import { Html5Qrcode, Html5QrcodeSupportedFormats } from 'html5-qrcode';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { pageMessages, useMessages } from '../../messages/useMessages';
import { looksAamva, readLicenseText } from '../../model/license/licenseText';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { Actions, DocumentSide, Note, TorchButton, Viewfinder } from './parts';
import { type BarcodeReader, openReader } from './picture';
import { type Scan, useGuard, useScan } from './scanContext';
import { barcodeRegion, CARD_ASPECT, type CameraState, cameraProblem, REAR_CAMERA } from './useCamera';

export function BarcodePage() {
  const scan = useScan();
  const { docId = '' } = useParams();
  const refused = useGuard('barcode', Number(docId));
  if (refused !== undefined) return <Navigate to={refused} replace />;
  return <LiveScanner scan={scan} docId={docId} />;
}

function LiveScanner({ scan, docId }: { scan: Scan; docId: string }) {
  const messages = useMessages('scan');
  const openNextPage = () => scan.go(`camera_back/${docId}`);
  const { host, state, track, isUnknown } = useLicenseScanner((text) => {
    scan.carried.barcode = text;
    announce(messages.back.read);
    openNextPage();
  });
  const refused = state === 'denied' || state === 'failed' ? state : undefined;
  const isOff = isUnknown || refused !== undefined;
  const isSlow = useSlow(state === 'running');
  const problem = isUnknown ? messages.barcode.unknown : refused && messages.barcode[refused];
  return (
    <>
      <DocumentSide type={Number(docId)} side="back" />
      <PageHeading title={messages.barcode.title}>{messages.barcode.heading}</PageHeading>
      {problem ? <Banner kind="warning">{problem}</Banner> : <p>{messages.barcode.text}</p>}
      <Viewfinder kind="barcode" state={state} isOff={isOff}>
        <div ref={host} />
      </Viewfinder>
      {!isOff && (
        <Box as="p" color="muted" role="status">
          {state === 'running'
            ? isSlow
              ? messages.barcode.level
              : messages.barcode.scanning
            : messages.barcode.starting}
        </Box>
      )}
      <Actions>
        <TorchButton track={track} />
        <Button variant={isOff ? 'primary' : 'plain'} onClick={openNextPage}>
          {isUnknown ? messages.barcode.goOn : messages.barcode.skip}
        </Button>
      </Actions>
      {!isOff && <Note>{messages.barcode.skipNote}</Note>}
    </>
  );
}

/** True if scanning is slow, usually because the card is tilted. */
function useSlow(isLooking: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLooking) return undefined;
    const timer = setTimeout(() => setSlow(true), pageMessages('scan').barcode.levelAfterMs);
    return () => clearTimeout(timer);
  }, [isLooking]);
  return isSlow;
}

function useLicenseScanner(onText: (text: string) => void): {
  host: RefObject<HTMLDivElement | null>;
  state: CameraState;
  track: MediaStreamTrack | undefined;
  isUnknown: boolean;
} {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [track, setTrack] = useState<MediaStreamTrack>();
  const [isUnknown, setUnknown] = useState(false);
  const found = useEffectEvent(onText);
  // Synchronizes with the library, because it renders its own video.
  useLayoutEffect(() => {
    if (!host.current) return undefined;
    let isLive = true;
    const scanner = startScanner(host.current, (text) => {
      if (readLicenseText(text)) return found(text);
      scanner.stop();
      setUnknown(true);
    });
    scanner.started.then(
      (running) => {
        if (!isLive || !running) return;
        setTrack(running);
        setState('running');
      },
      (cause) => isLive && setState(cameraProblem(cause)),
    );
    return () => {
      isLive = false;
      scanner.stop();
    };
  }, []);
  return { host, state, track, isUnknown };
}

interface Scanner {
  /** Rejects if the camera can't be used. */
  started: Promise<MediaStreamTrack | undefined>;
  stop(): void;
}

let serial = 0;

/** Starts the camera with html5-qrcode. Our own reader decodes the frames. */
function startScanner(host: HTMLElement, onText: (text: string) => void): Scanner {
  // Strict mode runs this twice. Each run needs its own element.
  const box = Object.assign(document.createElement('div'), { id: `license-scan-${++serial}` });
  host.append(box);
  const reader = openReader();
  const run = { isLive: true };
  const scanner = installDetector(
    () => readFrame(box, reader, run),
    () =>
      new Html5Qrcode(box.id, {
        formatsToSupport: [Html5QrcodeSupportedFormats.PDF_417],
        useBarCodeDetectorIfSupported: true,
        verbose: false,
      }),
  );
  const found = (text: string) => {
    if (run.isLive && looksAamva(text)) onText(text);
  };
  const started = start(scanner, box, run, found);
  return {
    started,
    stop() {
      run.isLive = false;
      // Hides the box, because removing a video before it plays would make `play()` reject.
      box.hidden = true;
      document.body.append(box);
      started
        .then((track) => (track ? scanner.stop() : undefined))
        .catch(() => undefined)
        .finally(() => {
          reader.close();
          box.remove();
        });
    },
  };
}

async function start(scanner: Html5Qrcode, box: HTMLElement, run: { isLive: boolean }, found: (text: string) => void) {
  // In strict mode, the first of the two runs ends here, before a camera opens.
  await Promise.resolve();
  if (!run.isLive) return undefined;
  const settings = { fps: 10, disableFlip: true, aspectRatio: CARD_ASPECT, videoConstraints: REAR_CAMERA };
  await scanner.start({ facingMode: 'environment' }, settings, found, undefined);
  const video = box.querySelector('video');
  // The library can be stopped only once the video plays.
  await video?.play().catch(() => undefined);
  // The library's video plays a MediaStream.
  return (video?.srcObject as MediaStream | null)?.getVideoTracks()[0];
}

async function readFrame(
  box: HTMLElement,
  reader: BarcodeReader,
  run: { isLive: boolean },
): Promise<string | undefined> {
  const video = box.querySelector('video');
  if (!run.isLive || !video?.videoWidth) return undefined;
  const frame = await createImageBitmap(video, ...barcodeRegion(video.videoWidth, video.videoHeight));
  const text = await reader.read(frame, { decodes: 4 });
  return run.isLive ? text : undefined;
}

type Detect = () => Promise<string | undefined>;

/** Runs `make` with our `window.BarcodeDetector`. html5-qrcode then doesn't use its own low-resolution decoder. */
export function installDetector<T>(detect: Detect, make: () => T): T {
  const own = Object.getOwnPropertyDescriptor(window, 'BarcodeDetector');
  Object.defineProperty(window, 'BarcodeDetector', {
    configurable: true,
    writable: true,
    value: createDetector(detect),
  });
  try {
    return make();
  } finally {
    if (own) Object.defineProperty(window, 'BarcodeDetector', own);
    else Reflect.deleteProperty(window, 'BarcodeDetector');
  }
}

function createDetector(detect: Detect) {
  return class {
    static async getSupportedFormats() {
      return ['pdf417'];
    }
    async detect() {
      const rawValue = await detect();
      if (rawValue === undefined) return [];
      // The library ignores results without dimensions.
      const boundingBox = new DOMRectReadOnly(0, 0, 1, 1);
      return [{ rawValue, format: 'pdf417', boundingBox, cornerPoints: [] }];
    }
  };
}

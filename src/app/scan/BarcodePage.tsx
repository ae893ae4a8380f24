import { Box } from '@chakra-ui/react/box';
import { Html5Qrcode, Html5QrcodeSupportedFormats } from 'html5-qrcode';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import texts from '../../../schemas/texts/scan.json';
import { looksAamva, readLicenceText } from '../../model/licence';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { announce } from '../ui/LiveRegion';
import { Actions, Note, TorchButton, Viewfinder } from './parts';
import { type BarcodeReader, openReader } from './picture';
import { type Scan, useGuard, useScan } from './scanContext';
import { CARD_ASPECT, type CameraState, cameraProblem, REAR_CAMERA, regionOf } from './useCamera';

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
  const { host, state, track, isUnknown } = useLicenceScanner((text) => {
    scan.carried.barcode = text;
    announce(texts.back.read);
    goOn();
  });
  const refused = state === 'denied' || state === 'failed' ? state : undefined;
  const isOff = isUnknown || refused !== undefined;
  const isSlow = useSlow(state === 'running');
  const problem = isUnknown ? texts.barcode.unknown : refused && texts.barcode[refused];
  return (
    <>
      <PageHeading title={texts.barcode.title}>{texts.barcode.heading}</PageHeading>
      {problem ? <Banner kind="warning">{problem}</Banner> : <p>{texts.barcode.text}</p>}
      <Viewfinder kind="barcode" state={state} isOff={isOff}>
        <div ref={host} />
      </Viewfinder>
      {!isOff && (
        <Box as="p" color="muted" role="status">
          {state === 'running' ? (isSlow ? texts.barcode.level : texts.barcode.scanning) : texts.barcode.starting}
        </Box>
      )}
      <Actions>
        <TorchButton track={track} />
        <Button variant={isOff ? 'primary' : 'plain'} onClick={goOn}>
          {isUnknown ? texts.barcode.goOn : texts.barcode.skip}
        </Button>
      </Actions>
      {!isOff && <Note>{texts.barcode.skipNote}</Note>}
    </>
  );
}

/** True when it has been looked for so long that something is amiss: mostly the card is tilted. */
function useSlow(isLooking: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  // Tied to the clock.
  useEffect(() => {
    if (!isLooking) return undefined;
    const timer = setTimeout(() => setSlow(true), texts.barcode.levelAfterMs);
    return () => clearTimeout(timer);
  }, [isLooking]);
  return isSlow;
}

/** A camera that looks for a licence's barcode inside the element `host`, as long as the component is shown. */
function useLicenceScanner(onText: (text: string) => void): {
  host: RefObject<HTMLDivElement | null>;
  state: CameraState;
  track: MediaStreamTrack | undefined;
  /** A licence's barcode was read and says nothing that we know: looking on would find the same. */
  isUnknown: boolean;
} {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [track, setTrack] = useState<MediaStreamTrack>();
  const [isUnknown, setUnknown] = useState(false);
  const found = useEffectEvent(onText);
  // The camera is the device's, and the library draws its own video.
  useLayoutEffect(() => {
    if (!host.current) return undefined;
    let isLive = true;
    const scanner = startScanner(host.current, (text) => {
      if (readLicenceText(text)) return found(text);
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
  /** Resolves once the camera runs; rejects when it is refused or absent. */
  started: Promise<MediaStreamTrack | undefined>;
  stop(): void;
}

let serial = 0;

/**
 * Looks for a licence's barcode in the rear camera, shown inside `host`. html5-qrcode keeps the camera and the loop; each frame is
 * read by our own reader at the camera's full size.
 */
function startScanner(host: HTMLElement, onText: (text: string) => void): Scanner {
  // A box of its own for each run, so that two runs (React's strict mode) never meet.
  const box = Object.assign(document.createElement('div'), { id: `licence-scan-${++serial}` });
  host.append(box);
  const reader = openReader();
  const run = { isLive: true };
  const scanner = lendDetector(
    () => readFrame(box, reader, run),
    () =>
      new Html5Qrcode(box.id, {
        formatsToSupport: [Html5QrcodeSupportedFormats.PDF_417],
        useBarCodeDetectorIfSupported: true,
        verbose: false,
      }),
  );
  const found = (text: string) => {
    // Other frames go to the library's own decoder, which may answer anything.
    if (run.isLive && looksAamva(text)) onText(text);
  };
  const started = start(scanner, box, run, found);
  return {
    started,
    stop() {
      run.isLive = false;
      // A video that leaves the page before it plays rejects the library's unwatched play().
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
  // By the next turn a run that strict mode made only to undo it is over, and opens no camera.
  await Promise.resolve();
  if (!run.isLive) return undefined;
  const settings = { fps: 10, disableFlip: true, aspectRatio: CARD_ASPECT, videoConstraints: REAR_CAMERA };
  await scanner.start({ facingMode: 'environment' }, settings, found, undefined);
  const video = box.querySelector('video');
  // The library leaves its own play() unwatched; it may be stopped only once it plays.
  await video?.play().catch(() => undefined);
  // Html5Qrcode shows the camera's stream, and no other source.
  return (video?.srcObject as MediaStream | null)?.getVideoTracks()[0];
}

async function readFrame(
  box: HTMLElement,
  reader: BarcodeReader,
  run: { isLive: boolean },
): Promise<string | undefined> {
  const video = box.querySelector('video');
  if (!run.isLive || !video?.videoWidth) return undefined;
  const frame = await createImageBitmap(video, ...regionOf(video.videoWidth, video.videoHeight));
  const text = await reader.read(frame, { decodes: 4 });
  return run.isLive ? text : undefined;
}

/** Finds the text of a barcode in the running camera. */
type Detect = () => Promise<string | undefined>;

/**
 * Runs `make` while `window.BarcodeDetector` is one of ours: html5-qrcode takes the detector it finds there when it is made,
 * decodes with it from then on, and so never looks at its own small canvas.
 */
export function lendDetector<T>(detect: Detect, make: () => T): T {
  const own = Object.getOwnPropertyDescriptor(window, 'BarcodeDetector');
  Object.defineProperty(window, 'BarcodeDetector', { configurable: true, writable: true, value: detectorOf(detect) });
  try {
    return make();
  } finally {
    if (own) Object.defineProperty(window, 'BarcodeDetector', own);
    else Reflect.deleteProperty(window, 'BarcodeDetector');
  }
}

function detectorOf(detect: Detect) {
  return class {
    static async getSupportedFormats() {
      return ['pdf417'];
    }
    async detect() {
      const rawValue = await detect();
      if (rawValue === undefined) return [];
      // The library takes the largest of what is found, and nothing without a size.
      const boundingBox = new DOMRectReadOnly(0, 0, 1, 1);
      return [{ rawValue, format: 'pdf417', boundingBox, cornerPoints: [] }];
    }
  };
}

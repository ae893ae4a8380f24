import { Html5Qrcode, Html5QrcodeSupportedFormats } from 'html5-qrcode';
import { readLicenceText } from '../../model/licence';
import { CARD_ASPECT, REAR_CAMERA, regionOf } from './camera';
import { lendDetector } from './lendDetector';
import { type BarcodeReader, openReader } from './openReader';

export interface Scanner {
  /** Resolves once the camera runs; rejects when it is refused or absent. */
  started: Promise<MediaStreamTrack | undefined>;
  stop(): void;
}

let serial = 0;

/**
 * Looks for a licence's barcode in the rear camera, shown inside `host`. html5-qrcode keeps the camera and the loop; each frame is
 * read by our own reader at the camera's full size.
 */
export function startScanner(host: HTMLElement, onText: (text: string) => void): Scanner {
  // A box of its own for each run, so that two runs (React's strict mode) never meet.
  const box = Object.assign(document.createElement('div'), { id: `licence-scan-${++serial}`, className: 'sc-video' });
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
    if (run.isLive && readLicenceText(text)) onText(text);
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

import { type RefObject, useEffect, useRef, useState } from 'react';
import { backOf, isOf } from '../../model/documents';
import type { StoredDocument } from '../../model/formContext';

/** The rear camera, shown in the element `video` as long as the component is. */
export function useCamera(): {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  track: MediaStreamTrack | undefined;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [track, setTrack] = useState<MediaStreamTrack>();
  // The camera is the device's: it is given back when the page goes.
  useEffect(() => {
    let isLive = true;
    const opening = openCamera();
    opening.then(
      async (stream) => {
        if (!isLive || !video.current) return;
        video.current.srcObject = stream;
        // Playing is cut short when the page goes at once.
        await video.current.play().catch(() => undefined);
        if (!isLive) return;
        setTrack(stream.getVideoTracks()[0]);
        setState('running');
      },
      (cause) => isLive && setState(cameraProblem(cause)),
    );
    return () => {
      isLive = false;
      opening.then(stopAll, () => undefined);
    };
  }, []);
  return { video, state, track };
}

async function openCamera(): Promise<MediaStream> {
  // Absent where the page is not secure, or the browser has none.
  if (!navigator.mediaDevices) throw new Error('There is no camera.');
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...REAR_CAMERA, aspectRatio: { ideal: CARD_ASPECT } },
  });
}

function stopAll(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** The rear camera at its best (spec 003, section 9); `ideal`, so that any camera will do. */
export const REAR_CAMERA = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 4096, max: 4096 },
  height: { ideal: 2160, max: 2160 },
} satisfies MediaTrackConstraints;

/** The shape of a card, and of the frame it is held in. */
export const CARD_ASPECT = 1.586;

/** Where the barcode is looked for, as shares of the picture (spec 003, section 9). */
const REGION = { left: 0.05, top: 0.25, right: 0.95, bottom: 0.65 };

export type CameraState = 'starting' | 'running' | 'denied' | 'failed';

/** That place in a picture of this size: left, top, width and height in pixels. */
export function regionOf(width: number, height: number): [number, number, number, number] {
  const { left, top, right, bottom } = REGION;
  return [
    Math.round(left * width),
    Math.round(top * height),
    Math.round((right - left) * width),
    Math.round((bottom - top) * height),
  ];
}

/** Why a camera did not start: not allowed, or none there. */
export function cameraProblem(cause: unknown): 'denied' | 'failed' {
  return /NotAllowed|Permission/i.test(String(cause)) ? 'denied' : 'failed';
}

/** Whether the identity document is uploaded, with its back where it has one: nothing is left for a phone. */
export function isAllThere(documents: readonly StoredDocument[]): boolean {
  const front = documents.find(({ document_id }) => isOf('identity', document_id));
  const hasBack = documents.some(({ document_id }) => isOf('identityBack', document_id));
  return front !== undefined && (hasBack || backOf(front.document_id) === undefined);
}

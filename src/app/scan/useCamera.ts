import { type RefObject, useEffect, useRef, useState } from 'react';
import type { StoredDocument } from '../../model/formContext';
import { findBack, hasRole } from '../../model/section/documentTypes';

export function useCamera(): {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  track: MediaStreamTrack | undefined;
} {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [track, setTrack] = useState<MediaStreamTrack>();
  useEffect(() => {
    let isLive = true;
    const opening = openCamera();
    opening.then(
      async (stream) => {
        if (!isLive || !video.current) return;
        video.current.srcObject = stream;
        // `play` rejects if the applicant leaves the page.
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
  // `mediaDevices` is undefined on insecure pages.
  if (!navigator.mediaDevices) throw new Error('There is no camera.');
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { ...REAR_CAMERA, aspectRatio: { ideal: CARD_ASPECT } },
  });
}

function stopAll(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Requests the best resolution (docs/spec/003.md, §9). `ideal` allows any camera. */
export const REAR_CAMERA = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 4096, max: 4096 },
  height: { ideal: 2160, max: 2160 },
} satisfies MediaTrackConstraints;

export const CARD_ASPECT = 1.586;

/** Search area as fractions of the picture (docs/spec/003.md, §9). */
const REGION = { left: 0.05, top: 0.25, right: 0.95, bottom: 0.65 };

export type CameraState = 'starting' | 'running' | 'denied' | 'failed';

/** Returns left, top, width and height in pixels. */
export function barcodeRegion(width: number, height: number): [number, number, number, number] {
  const { left, top, right, bottom } = REGION;
  return [
    Math.round(left * width),
    Math.round(top * height),
    Math.round((right - left) * width),
    Math.round((bottom - top) * height),
  ];
}

export function cameraProblem(cause: unknown): 'denied' | 'failed' {
  return /NotAllowed|Permission/i.test(String(cause)) ? 'denied' : 'failed';
}

/** True if all sides of the ID are uploaded. */
export function isAllThere(documents: readonly StoredDocument[]): boolean {
  const front = documents.find(({ document_id }) => hasRole('identity', document_id));
  const hasBack = documents.some(({ document_id }) => hasRole('identityBack', document_id));
  return front !== undefined && (hasBack || findBack(front.document_id) === undefined);
}

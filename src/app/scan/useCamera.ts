import { type RefObject, useEffect, useRef, useState } from 'react';
import { CARD_ASPECT, type CameraState, cameraProblem, REAR_CAMERA } from './camera';

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

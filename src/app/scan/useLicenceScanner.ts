import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type CameraState, cameraProblem } from './camera';
import { startScanner } from './startScanner';

/** A camera that looks for a licence's barcode inside the element `host`, as long as the component is shown. */
export function useLicenceScanner(onText: (text: string) => void): {
  host: RefObject<HTMLDivElement | null>;
  state: CameraState;
  track: MediaStreamTrack | undefined;
} {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [track, setTrack] = useState<MediaStreamTrack>();
  const found = useEffectEvent(onText);
  // The camera is the device's, and the library draws its own video.
  useLayoutEffect(() => {
    if (!host.current) return undefined;
    let isLive = true;
    const scanner = startScanner(host.current, (text) => found(text));
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
  return { host, state, track };
}

import { useState } from 'react';
import texts from '../../../schemas/texts/scan.json';
import { Button } from '../ui/Button';

/** Switches the camera's lamp; nothing where there is none. */
export function TorchButton({ track }: { track: MediaStreamTrack | undefined }) {
  const [isOn, setOn] = useState(false);
  if (!track || !hasTorch(track)) return null;
  const toggle = async () => {
    // The lamp may be in use elsewhere; then it stays as it is.
    await setTorch(track, !isOn).then(
      () => setOn(!isOn),
      () => undefined,
    );
  };
  return (
    <Button aria-pressed={isOn} onClick={toggle}>
      {isOn ? texts.camera.torchOff : texts.camera.torchOn}
    </Button>
  );
}

/** TypeScript's DOM does not know the lamp yet. */
type WithTorch<T> = T & { torch?: boolean };

function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: WithTorch<MediaTrackCapabilities> = track.getCapabilities?.() ?? {};
  return capabilities.torch === true;
}

function setTorch(track: MediaStreamTrack, torch: boolean): Promise<void> {
  const wish: WithTorch<MediaTrackConstraintSet> = { torch };
  return track.applyConstraints({ advanced: [wish] });
}

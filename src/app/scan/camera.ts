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

import type { PrintOptions } from '../../e2e/support/scan/licenseCard';
import { inventHolder, licensePayload } from '../../e2e/support/scan/licensePayload';
import type { PhotoOptions } from '../../e2e/support/scan/photograph';
import { createRandom, type Random } from '../../e2e/support/scan/random';

export interface Still {
  set: 'held' | 'alone';
  kind: string;
  payload: string;
  print: PrintOptions;
  shot: PhotoOptions;
}

export interface Video extends Pick<Still, 'kind' | 'payload' | 'print'> {
  shots: PhotoOptions[];
}

type Class = [kind: string, count: number, shot: (random: Random, index: number) => PhotoOptions];

/** Photos of cards held in a hand, with several problems at once. */
const HANDHELD: Class[] = [
  ['1280 wide', 10, (random) => ({ ...handheldShot(random), width: 1280 })],
  ['1920 wide', 12, (random) => ({ ...handheldShot(random), width: 1920 })],
  ['2560 wide', 6, (random) => ({ ...handheldShot(random), width: 2560 })],
  ['3840 wide', 4, (random) => ({ ...handheldShot(random), width: 3840 })],
  [
    'rotated 4 to 10 degrees',
    8,
    (random, n) => ({ ...handheldShot(random), rotate: random.real(4, 10) * (n % 2 ? 1 : -1) }),
  ],
  ['blurred by 1.2 to 1.8 pixels', 6, (random) => ({ ...handheldShot(random), blur: random.real(1.2, 1.8) })],
  [
    'tilted by 10 to 16 degrees',
    6,
    (random, n) => ({ ...handheldShot(random), [n % 2 ? 'tiltX' : 'tiltY']: random.real(10, 16) }),
  ],
  ['noise of 10 to 16 levels', 6, (random) => ({ ...handheldShot(random), noise: random.real(10, 16) })],
  ['low light, 50 to 75% lost', 6, (random) => ({ ...handheldShot(random), dark: random.real(0.5, 0.75), noise: 4 })],
  ['JPEG quality 60 to 70', 6, (random) => ({ ...handheldShot(random), quality: random.int(60, 70) })],
];

const steps = (name: keyof PhotoOptions, values: number[]) => (_: Random, n: number) => ({
  [name]: values[n % values.length],
});

/** Photos of cards that lie flat and level under the camera, with one problem each. */
const ALONE: Class[] = [
  ['width 960 to 3840', 5, steps('width', [960, 1280, 1920, 2560, 3840])],
  ['rotated by 2 to 10 degrees', 10, steps('rotate', [2, -2, 4, -4, 6, -6, 8, -8, 10, -10])],
  ['blur of 1 to 2 pixels', 6, steps('blur', [1, 1.5, 2])],
  ['tilted by 8 to 25 degrees', 6, (_, n) => ({ [n % 2 ? 'tiltX' : 'tiltY']: [8, 15, 25][n % 3] })],
  ['noise of 8 to 25 levels', 6, steps('noise', [8, 15, 25])],
  ['light, 40 to 75% lost', 6, steps('dark', [0.4, 0.6, 0.75])],
  ['JPEG quality 60 to 95', 6, steps('quality', [60, 75, 95])],
];

/** Returns the photos of a run. The same seed returns the same photos. `share` is the fraction of each class. */
export function stillsOf(seed: number, share: number): Still[] {
  const random = createRandom(seed);
  const make = (set: Still['set'], classes: Class[]) =>
    classes.flatMap(([kind, count, shot]) =>
      Array.from({ length: Math.max(1, Math.round(count * share)) }, (_, n) => ({
        set,
        kind,
        ...stillOf(shot(random, n), random),
      })),
    );
  return [...make('held', HANDHELD), ...make('alone', ALONE)];
}

const FRAMES = 8;
const addShake = (random: Random, more: PhotoOptions = {}): PhotoOptions => ({
  width: 1920,
  rotate: random.real(-4, 4),
  tiltX: random.real(-5, 5),
  tiltY: random.real(-5, 5),
  blur: random.real(0.5, 1.2),
  noise: random.real(3, 8),
  quality: 85,
  ...more,
});

/** Ways to hold a card in front of the live scanner. `n` is the frame's number. */
const FILMED: [kind: string, shot: (random: Random, n: number) => PhotoOptions][] = [
  ['held still', () => ({ width: 1920, blur: 0.6, noise: 4, quality: 85 })],
  ['by an unsteady hand', (random) => addShake(random)],
  ['turned by 10 degrees', (random) => addShake(random, { rotate: 10 })],
  ['turned by 18 degrees the other way', (random) => addShake(random, { rotate: -18 })],
  ['tilted away by 25 degrees', (random) => addShake(random, { tiltX: 25 })],
  ['tilted to a side by 25 degrees', (random) => addShake(random, { tiltY: -25 })],
  ['coming into focus', (random, n) => addShake(random, { blur: Math.max(0.8, 4 - n) })],
  ['coming from 45 degrees', (random, n) => addShake(random, { rotate: Math.max(3, 45 - 8 * n) })],
  ['noisy', (random) => addShake(random, { noise: 14 })],
  ['in low light', (random) => addShake(random, { dark: 0.65 })],
  ['half in the shade', (random) => addShake(random, { shade: 0.6 })],
  ['at a width of 1280 pixels', (random) => addShake(random, { width: 1280, fill: 0.9 })],
  ['at a width of 3840 pixels', (random) => addShake(random, { width: 3840 })],
];

/** Returns the videos of a run. The same seed returns the same videos. */
export function videosOf(seed: number): Video[] {
  const random = createRandom(seed);
  return FILMED.map(([kind, shot]) => {
    const frames = Array.from({ length: FRAMES }, (_, n) => stillOf(shot(random, n), random));
    const [{ payload, print } = stillOf({}, random)] = frames;
    return { kind, payload, print, shots: frames.map((frame) => frame.shot) };
  });
}

function stillOf(shot: PhotoOptions, random: Random): Pick<Still, 'payload' | 'print' | 'shot'> {
  const print = { columns: random.int(10, 17), eclevel: random.int(3, 5) };
  const payload = licensePayload(inventHolder(random), random.int(1, 12));
  return { payload, print, shot: { seed: random.int(1, 1e9), ...shot } };
}

function handheldShot(random: Random): PhotoOptions {
  return {
    width: 1600,
    rotate: random.real(-10, 10),
    tiltX: random.real(-12, 12),
    tiltY: random.real(-12, 12),
    blur: random.real(0.3, 1.4),
    noise: random.real(2, 12),
    shade: random.real(0, 0.4),
    dark: random.real(0, 0.4),
    quality: random.int(60, 95),
    fill: random.real(0.75, 0.9),
  };
}

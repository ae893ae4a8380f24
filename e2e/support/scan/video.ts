import { writeFile } from 'node:fs/promises';
import { type PhotoOptions, photograph } from './photograph';

const FRAMES = 3;

/**
 * Creates a Motion JPEG video of a license (an SVG of one side) in an unsteady hand. `options` change how it's
 * photographed. Returns its file.
 */
export async function writeVideo(file: string, card: string, options: PhotoOptions = {}): Promise<string> {
  const frames: Buffer[] = [];
  for (let frame = 0; frame < FRAMES; frame++)
    frames.push(
      await photograph(card, {
        width: 1920,
        rotate: 5 + frame,
        tiltX: 4,
        blur: 0.8,
        noise: 4,
        quality: 85,
        seed: frame,
        ...options,
      }),
    );
  await writeFile(file, Buffer.concat(frames));
  return file;
}

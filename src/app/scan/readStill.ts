import { openReader } from './openReader';

const MOST_MS = 12_000;
const EFFORT = { decodes: 30, turned: true };

/** The licence's text in a photograph at its full size; undefined when none is found in twelve seconds. */
export async function readStill(picture: Blob): Promise<string | undefined> {
  const reader = openReader();
  const timer = setTimeout(reader.close, MOST_MS);
  try {
    return await reader.read(await createImageBitmap(picture), EFFORT);
  } catch {
    // A picture that this browser cannot hold is read by the server.
    return undefined;
  } finally {
    clearTimeout(timer);
    reader.close();
  }
}

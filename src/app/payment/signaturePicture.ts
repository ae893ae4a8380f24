import type { Answers } from '../../model/types';

/** Returns a drawn or typed signature as a PNG data URL. Rejects if the font can't load. */
export async function signaturePicture({ mode, drawn, name, style }: Answers): Promise<string> {
  if (mode === 'draw') return String(drawn);
  const { drawTypedSignature } = await import('../../engine/PagePreview');
  return drawTypedSignature(String(name), String(style));
}

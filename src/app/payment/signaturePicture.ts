import type { Answers } from '../../model/types';

/** The signature as a PNG data URL: as drawn, or the typed name in its style. Rejects when the style's font cannot be had. */
export async function signaturePicture({ mode, drawn, name, style }: Answers): Promise<string> {
  if (mode === 'draw') return String(drawn);
  const { drawTypedSignature } = await import('../../engine/typedSignature');
  return drawTypedSignature(String(name), String(style));
}

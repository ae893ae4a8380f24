import { type Ref, useCallback, useState } from 'react';
import * as signatureCanvas from 'react-signature-canvas';
import { signatureSize } from './size';

type Canvas = typeof import('react-signature-canvas');
export type PadHandle = InstanceType<Canvas>;

/** The package is CommonJS: depending on the bundler, the component is the module's default or the default's default. */
const imported = signatureCanvas as unknown as { default: Canvas | { default: Canvas } };
const SignatureCanvas = 'default' in imported.default ? imported.default.default : imported.default;

interface PadProps {
  label: string;
  pad: Ref<PadHandle>;
  onDrawn(): void;
}

/** The canvas itself, as wide as the screen allows. Its size is set once, for a canvas that is resized loses its drawing. */
export function Pad({ label, pad, onDrawn }: PadProps) {
  const [width, setWidth] = useState<number>();
  const measure = useCallback((box: HTMLDivElement | null) => {
    if (box) setWidth((before) => before ?? Math.min(signatureSize.width, box.clientWidth || signatureSize.width));
  }, []);
  return (
    <div ref={measure} style={{ height: signatureSize.height }}>
      {width !== undefined && (
        <SignatureCanvas
          ref={pad}
          clearOnResize={false}
          penColor="#111111"
          onEnd={onDrawn}
          canvasProps={{ width, height: signatureSize.height, role: 'img', 'aria-label': label }}
        />
      )}
    </div>
  );
}

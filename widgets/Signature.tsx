import { Button } from '@chakra-ui/react/button';
import type { WidgetProps } from '@rjsf/utils';
import { type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import * as signatureCanvas from 'react-signature-canvas';
import { useMessages } from '../src/messages/useMessages';
import { fillText } from '../src/model/messages/fillText';
import { getFormContext, groupAttributes } from './parts/widgetProps';
import { signatureSize, toPng } from './signature/fonts';

/** Stores a drawn signature as a PNG data URL. Keyboard users type a signature instead (`SignatureStyle`). */
export function Signature(props: WidgetProps) {
  const { id, label, value, readonly, disabled, onChange, onBlur } = props;
  const { services } = getFormContext(props);
  const pad = useRef<PadHandle>(null);
  const [drawn, setDrawn] = useState(false);
  const [width, box] = useBoxWidth(() => setDrawn(false));
  const { signature } = useMessages('widgets');
  const read = () => {
    const empty = pad.current?.isEmpty() ?? true;
    setDrawn(!empty);
    onChange(empty || !pad.current ? undefined : toPng(pad.current.getCanvas()));
  };
  const undo = () => {
    pad.current?.fromData(pad.current.toData().slice(0, -1));
    read();
    services.announce(signature.undone);
  };
  const clear = () => {
    pad.current?.clear();
    setDrawn(false);
    onChange(undefined);
    onBlur(id, undefined);
    services.announce(signature.cleared);
  };
  return (
    <fieldset {...groupAttributes(props)} className="rp-signature" tabIndex={-1}>
      <div className="rp-signature-pad" ref={box}>
        {(value && !drawn) || readonly ? (
          value && <img src={value} alt={fillText(signature.signed, { label })} width="380" height="200" />
        ) : (
          <Pad key={width} width={width} label={fillText(signature.area, { label })} pad={pad} onDrawn={read} />
        )}
      </div>
      {!readonly && (
        <div className="rp-buttons">
          <Button disabled={disabled || !drawn} onClick={undo}>
            {signature.undo}
          </Button>
          <Button disabled={disabled || !value} onClick={clear}>
            {signature.clear}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type Canvas = typeof import('react-signature-canvas');
export type PadHandle = InstanceType<Canvas>;

/** The package is CommonJS. Its component is `default` or `default.default`, depending on the bundler. */
const imported = signatureCanvas as unknown as { default: Canvas | { default: Canvas } };
const SignatureCanvas = 'default' in imported.default ? imported.default.default : imported.default;

interface PadProps {
  /** In pixels. Undefined before layout. */
  width: number | undefined;
  label: string;
  pad: Ref<PadHandle>;
  onDrawn(): void;
}

/** A resized canvas loses its drawing, so a new width needs a new pad. */
function Pad({ width, label, pad, onDrawn }: PadProps) {
  return (
    <div style={{ height: signatureSize.height }}>
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

/** Measures the available width. Calls `onChange` if a resize changes the width. */
function useBoxWidth(onChange: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  const changed = useRef(onChange);
  useLayoutEffect(() => {
    changed.current = onChange;
  });
  // Synchronizes with the page's layout.
  useEffect(() => {
    const measure = () => {
      const next = Math.min(signatureSize.width, box.current?.clientWidth || signatureSize.width);
      setWidth(next);
      return next;
    };
    let last = measure();
    const onResize = () => {
      const before = last;
      last = measure();
      if (last !== before) changed.current();
    };
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);
  return [width, box] as const;
}

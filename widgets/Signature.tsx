import { Button } from '@chakra-ui/react/button';
import type { WidgetProps } from '@rjsf/utils';
import { type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import * as signatureCanvas from 'react-signature-canvas';
import texts from '../schemas/texts/widgets.json';
import { fillText } from '../src/model/fillText';
import { formContextOf, groupAttributes } from './parts/widgetProps';
import { signatureSize, toPng } from './signature/fonts';

/** A signature drawn with mouse, finger or pen: a PNG data URL. By keyboard the typed signature takes its place (SignatureStyle). */
export function Signature(props: WidgetProps) {
  const { id, label, value, readonly, disabled, onChange, onBlur } = props;
  const { services } = formContextOf(props);
  const pad = useRef<PadHandle>(null);
  const [drawn, setDrawn] = useState(false);
  const [width, box] = useBoxWidth(() => setDrawn(false));
  const words = texts.signature;
  const read = () => {
    const empty = pad.current?.isEmpty() ?? true;
    setDrawn(!empty);
    onChange(empty || !pad.current ? undefined : toPng(pad.current.getCanvas()));
  };
  const undo = () => {
    pad.current?.fromData(pad.current.toData().slice(0, -1));
    read();
    services.announce(words.undone);
  };
  const clear = () => {
    pad.current?.clear();
    setDrawn(false);
    onChange(undefined);
    onBlur(id, undefined);
    services.announce(words.cleared);
  };
  return (
    <fieldset {...groupAttributes(props)} className="rp-signature" tabIndex={-1}>
      <div className="rp-signature-pad" ref={box}>
        {(value && !drawn) || readonly ? (
          value && <img src={value} alt={fillText(words.signed, { label })} width="380" height="200" />
        ) : (
          <Pad key={width} width={width} label={fillText(words.area, { label })} pad={pad} onDrawn={read} />
        )}
      </div>
      {!readonly && (
        <div className="rp-buttons">
          <Button disabled={disabled || !drawn} onClick={undo}>
            {words.undo}
          </Button>
          <Button disabled={disabled || !value} onClick={clear}>
            {words.clear}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type Canvas = typeof import('react-signature-canvas');
export type PadHandle = InstanceType<Canvas>;

/** The package is CommonJS: depending on the bundler, the component is the module's default or the default's default. */
const imported = signatureCanvas as unknown as { default: Canvas | { default: Canvas } };
const SignatureCanvas = 'default' in imported.default ? imported.default.default : imported.default;

interface PadProps {
  /** In pixels; undefined until the page is laid out. */
  width: number | undefined;
  label: string;
  pad: Ref<PadHandle>;
  onDrawn(): void;
}

/** The canvas itself. A canvas that is resized loses its drawing, so another width is another pad. */
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

/** As wide as the screen allows a pad to be. `onChange` when that changes: what is drawn is then shown as a picture, whole. */
function useBoxWidth(onChange: () => void) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  const changed = useRef(onChange);
  useLayoutEffect(() => {
    changed.current = onChange;
  });
  // The size of a page is the browser's.
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

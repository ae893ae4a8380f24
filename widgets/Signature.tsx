import type { WidgetProps } from '@rjsf/utils';
import { useRef, useState } from 'react';
import texts from '../schemas/texts/widgets.json';
import { fillText } from '../src/model/fillText';
import { formContextOf } from './parts/formContextOf';
import { groupAttributes } from './parts/widgetProps';
import { Pad, type PadHandle } from './signature/Pad';
import { toPng } from './signature/toPng';

/** A signature drawn with mouse, finger or pen: a PNG data URL. By keyboard the typed signature takes its place (SignatureStyle). */
export function Signature(props: WidgetProps) {
  const { id, label, value, readonly, disabled, onChange, onBlur } = props;
  const { services } = formContextOf(props);
  const pad = useRef<PadHandle>(null);
  const [drawn, setDrawn] = useState(false);
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
      <div className="rp-signature-pad">
        {(value && !drawn) || readonly ? (
          value && <img src={value} alt={fillText(words.signed, { label })} width="380" height="200" />
        ) : (
          <Pad label={fillText(words.area, { label })} pad={pad} onDrawn={read} />
        )}
      </div>
      {!readonly && (
        <div className="rp-buttons">
          <button type="button" className="rp-button" disabled={disabled || !drawn} onClick={undo}>
            {words.undo}
          </button>
          <button type="button" className="rp-button" disabled={disabled || !value} onClick={clear}>
            {words.clear}
          </button>
        </div>
      )}
    </fieldset>
  );
}

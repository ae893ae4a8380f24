import type { WidgetProps } from '@rjsf/utils';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useMessages } from '../src/messages/useMessages';
import { fillText } from '../src/model/messages/fillText';
import { RadioGroup } from './parts/RadioGroup';
import { getChoices, useSiblings } from './parts/widgetProps';
import { declareStyles, drawTypedSignature, fontFamily, signatureSize } from './signature/fonts';

/** Number of styles shown at first: one row, or two rows on phones with the button for more. */
const FIRST_STYLES = 3;

/** Shows the first name in several styles, and the whole signature below. */
export function SignatureStyle(props: WidgetProps) {
  const messages = useMessages('widgets').signature;
  const choices = getChoices(props);
  const { name } = useSiblings(props);
  const typed = String(name ?? '').trim();
  const text = typed || messages.sample;
  const [sample = text] = text.split(/\s+/);
  const list = useRef<HTMLDivElement>(null);
  const [hasAll, setAll] = useState(choices.findIndex(({ value }) => value === props.value) >= FIRST_STYLES);
  const shown = hasAll ? choices : choices.slice(0, FIRST_STYLES);
  const showAll = () => {
    flushSync(() => setAll(true));
    // Moves the focus, because the focused button is removed.
    list.current?.querySelectorAll('input')[FIRST_STYLES]?.focus();
  };
  const styles = shown.map(({ value }) => String(value)).join('|');

  // Synchronizes with the page's style sheets.
  useEffect(() => {
    // On failure, the fallback font is shown. Signing reports the error.
    declareStyles(styles.split('|')).catch(() => undefined);
  }, [styles]);

  return (
    <div ref={list} className="rp-styles">
      <RadioGroup
        {...props}
        choices={shown}
        draw={({ value, label }) => (
          <span className="rp-style">
            <span className="rp-style-name">{label}</span>
            <span
              className="rp-style-sample"
              aria-hidden="true"
              translate="no"
              style={{ fontFamily: fontFamily(String(value)), fontSize: sampleSize(sample) }}
            >
              {sample}
            </span>
          </span>
        )}
      />
      {shown.length < choices.length && (
        <button type="button" className="rp-button" data-variant="link" onClick={showAll}>
          {messages.more}
        </button>
      )}
      <Preview text={text} style={String(props.value ?? '')} isSample={typed === ''} />
    </div>
  );
}

/** Long names get a smaller font, so that they fit on a card. */
const sampleSize = (sample: string): string => `${Math.min(2, 14 / sample.length)}rem`;

function Preview({ text, style, isSample }: { text: string; style: string; isSample: boolean }) {
  const messages = useMessages('widgets').signature;
  const image = useTypedSignature(text, style);
  return (
    <div className="rp-signed-line" data-sample={isSample ? '' : undefined}>
      {image ? (
        <img src={image} alt={isSample ? '' : fillText(messages.preview, { name: text })} {...signatureSize} />
      ) : (
        <div />
      )}
      <span aria-hidden="true">{messages.line}</span>
    </div>
  );
}

/** Returns the signature's image. While drawing, returns the previous image. Undefined if drawing fails. */
function useTypedSignature(text: string, style: string): string | undefined {
  const [image, setImage] = useState<string>();
  // Synchronizes with the browser's fonts and canvas.
  useEffect(() => {
    if (!style) return undefined;
    let isCurrent = true;
    drawTypedSignature(text, style)
      .then((drawn) => isCurrent && setImage(drawn))
      .catch(() => isCurrent && setImage(undefined));
    return () => {
      isCurrent = false;
    };
  }, [text, style]);
  return image;
}

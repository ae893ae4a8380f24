import type { WidgetProps } from '@rjsf/utils';
import { useEffect } from 'react';
import texts from '../schemas/texts/widgets.json';
import { RadioGroup } from './parts/RadioGroup';
import { choicesOf, useSiblings } from './parts/widgetProps';

import { declareStyles, familyOf } from './signature/fonts';

/** The look of a typed signature: each style shows the name next to it, as it is typed. */
export function SignatureStyle(props: WidgetProps) {
  const choices = choicesOf(props);
  const { name } = useSiblings(props);
  const sample = String(name ?? '').trim() || texts.signature.sample;
  const styles = choices.map(({ value }) => String(value)).join('|');

  // Tied to the page's style sheets: the styles are declared once the choice is drawn.
  useEffect(() => {
    // A style that cannot be had is previewed in a common hand; signing in it says so.
    declareStyles(styles.split('|')).catch(() => undefined);
  }, [styles]);

  return (
    <div className="rp-styles">
      <RadioGroup
        {...props}
        choices={choices}
        draw={({ value, label }) => (
          <span className="rp-style">
            <span className="rp-style-name">{label}</span>
            <span
              className="rp-style-sample"
              aria-hidden="true"
              translate="no"
              style={{ fontFamily: familyOf(String(value)) }}
            >
              {sample}
            </span>
          </span>
        )}
      />
    </div>
  );
}

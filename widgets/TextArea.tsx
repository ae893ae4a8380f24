import type { WidgetProps } from '@rjsf/utils';
import texts from '../schemas/texts/widgets.json';
import { fillText } from '../src/model/fillText';
import { Textarea } from './parts/controls';
import { controlAttributes, optionsOf } from './parts/widgetProps';

/** From this share of the limit on, what is left is counted. */
const nearly = 0.9;

/** Several lines of text, with 'Max 5000 Characters' (spec 001 §5) unless the field's own help says it. */
export function TextArea(props: WidgetProps) {
  const { id, value, schema, onChange, onBlur } = props;
  const { rows, help } = optionsOf(props);
  const attributes = controlAttributes(props);
  return (
    <>
      <Textarea
        {...attributes}
        aria-describedby={`${attributes['aria-describedby']} ${id}__count`}
        rows={rows ?? 4}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
        onBlur={(event) => onBlur(id, event.target.value)}
      />
      <p className="rp-count" id={`${id}__count`} aria-live="polite">
        {countText(String(value ?? '').length, schema.maxLength, Boolean(help))}
      </p>
    </>
  );
}

function countText(length: number, max: number | undefined, helped: boolean): string {
  if (max === undefined) return '';
  if (length > max) return fillText(texts.textArea.over, { n: length - max });
  if (length >= max * nearly) return fillText(texts.textArea.left, { n: max - length });
  return helped ? '' : fillText(texts.textArea.max, { n: max });
}

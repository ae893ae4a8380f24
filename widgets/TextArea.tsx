import type { WidgetProps } from '@rjsf/utils';
import type { Messages } from '../src/messages/files';
import { useMessages } from '../src/messages/useMessages';
import { fillText } from '../src/model/messages/fillText';
import { Textarea } from './parts/controls';
import { controlAttributes, getOptions } from './parts/widgetProps';

/** Once this fraction of the limit is used, the number of characters left is shown. */
const nearly = 0.9;

/** Shows how much text fits (docs/spec/001.md). If the field has help, shows this only near the limit. */
export function TextArea(props: WidgetProps) {
  const { id, value, schema, onChange, onBlur } = props;
  const { rows, help } = getOptions(props);
  const messages = useMessages('widgets').textArea;
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
        {countText(messages, String(value ?? '').length, schema.maxLength, Boolean(help))}
      </p>
    </>
  );
}

type TextAreaMessages = Messages<'widgets'>['textArea'];

function countText(messages: TextAreaMessages, length: number, max: number | undefined, helped: boolean): string {
  if (max === undefined) return '';
  if (length > max) return fillText(messages.over, { n: length - max });
  if (length >= max * nearly) return fillText(messages.left, { n: max - length });
  return helped ? '' : fillText(messages.max, { n: max });
}

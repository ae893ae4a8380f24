import type { WidgetProps } from '@rjsf/utils';
import { Input } from './parts/controls';
import { controlAttributes, getOptions } from './parts/widgetProps';

/** A field for text or a number. Has no `maxLength` attribute, because browsers would cut off pasted text silently. */
export function Text(props: WidgetProps) {
  const { id, value, options, autofocus, onChange, onBlur } = props;
  const mail = options.inputMode === 'email' || options.autocomplete === 'username';
  return (
    <Input
      {...controlAttributes(props)}
      type="text"
      inputMode={getOptions(props).inputMode}
      autoCapitalize={mail ? 'none' : undefined}
      spellCheck={mail ? false : undefined}
      autoFocus={autofocus}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      onBlur={(event) => onBlur(id, event.target.value)}
    />
  );
}

import type { WidgetProps } from '@rjsf/utils';
import { Input } from './parts/controls';
import { controlAttributes, optionsOf } from './parts/widgetProps';

/** One line of text or a number. Too long a text is kept, for the schema to speak of: `maxLength` would cut it silently. */
export function Text(props: WidgetProps) {
  const { id, value, options, autofocus, onChange, onBlur } = props;
  const mail = options.inputMode === 'email' || options.autocomplete === 'username';
  return (
    <Input
      {...controlAttributes(props)}
      type="text"
      inputMode={optionsOf(props).inputMode}
      autoCapitalize={mail ? 'none' : undefined}
      spellCheck={mail ? false : undefined}
      // Only where a form asks for it, as a dialog does for its first field.
      autoFocus={autofocus}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      onBlur={(event) => onBlur(id, event.target.value)}
    />
  );
}

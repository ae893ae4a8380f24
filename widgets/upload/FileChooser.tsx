import type { WidgetProps } from '@rjsf/utils';
import { type DragEvent, useState } from 'react';
import texts from '../../schemas/texts/widgets.json';
import { stateAttributes } from '../parts/widgetProps';
import { acceptAttribute } from './accepts';

interface FileChooserProps {
  field: WidgetProps;
  multiple: boolean;
  /** Whether there is a file already. */
  more: boolean;
  disabled: boolean;
  onFiles(files: File[]): void;
}

/** The browser's own file input behind a button, in a place that files can be dropped on. */
export function FileChooser({ field, multiple, more, disabled, onFiles }: FileChooserProps) {
  const { id, options } = field;
  const [over, setOver] = useState(false);
  const words = texts.upload;
  // A file input has no aria-required.
  const { 'aria-required': _, ...ties } = stateAttributes(field);
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (!disabled) onFiles(multiple ? files : files.slice(0, 1));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the file input does the same by keyboard.
    <div
      className="rp-drop"
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        {...ties}
        type="file"
        id={id}
        name={id}
        className="rp-unseen"
        multiple={multiple}
        accept={acceptAttribute((options.accept ?? []) as string[])}
        disabled={disabled}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Emptied, so that the same file chosen again is a change again.
          target.value = '';
        }}
      />
      <label htmlFor={id} className="rp-button" aria-disabled={disabled || undefined}>
        {more ? words.chooseAnother : multiple ? words.chooseMore : words.choose}
      </label>
      <span className="rp-drop-hint" aria-hidden="true">
        {multiple ? words.dropMore : words.drop}
      </span>
    </div>
  );
}

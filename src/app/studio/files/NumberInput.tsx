import { Input } from '@chakra-ui/react/input';
import { useState } from 'react';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { readNumber, type SettingField } from '../../../model/studio/settingsForm';
import { FieldRow } from '../../ui/FieldRow';

interface NumberInputProps {
  field: Extract<SettingField, { kind: 'number' }>;
  error: string | undefined;
  onSave(value: number | undefined): void;
}

/** Saves on blur if the input is valid. */
export function NumberInput(props: NumberInputProps) {
  return <Typing key={props.field.value} {...props} />;
}

function Typing({ field, error, onSave }: NumberInputProps) {
  const messages = useMessages('studio').files;
  const { value, title, help, minimum, maximum } = field;
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  const read = readNumber(field, typed);
  const bounds =
    minimum !== undefined && maximum !== undefined
      ? fillText(field.isInteger ? messages.bounds : messages.boundsOfFraction, { minimum, maximum })
      : undefined;
  return (
    <FieldRow
      label={title}
      help={[help && `${help.replace(/\.$/, '')}.`, bounds].filter(Boolean).join(' ') || undefined}
      error={read ? error : (bounds ?? messages.notANumber)}
    >
      {(control) => (
        <Input
          {...control}
          maxWidth="12rem"
          inputMode={field.isInteger ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => read && read.value !== value && onSave(read.value)}
        />
      )}
    </FieldRow>
  );
}

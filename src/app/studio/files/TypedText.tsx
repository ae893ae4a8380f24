import { Textarea } from '@chakra-ui/react/textarea';
import { useState } from 'react';
import { FieldRow } from '../../ui/FieldRow';

interface TypedTextProps {
  label: string;
  value: string;
  help?: string;
  error?: string;
  onSave(text: string): void;
}

/** Saves on blur, because a half-typed text could get another text's translation. */
export function TypedText({ value, ...props }: TypedTextProps) {
  return <Typing key={value} value={value} {...props} />;
}

function Typing({ label, value, help, error, onSave }: TypedTextProps) {
  const [typed, setTyped] = useState(value);
  const save = () => typed !== value && onSave(typed);
  return (
    <FieldRow label={label} help={help} error={error}>
      {(control) => (
        <Textarea
          {...control}
          value={typed}
          rows={linesIn(typed)}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={save}
        />
      )}
    </FieldRow>
  );
}

const LINE = 48;
const MAX_LINES = 14;

const linesIn = (text: string) =>
  Math.min(
    MAX_LINES,
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0),
  );

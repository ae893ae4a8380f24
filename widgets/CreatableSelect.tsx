import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { Combobox } from './combobox/Combobox';
import { type Choice, getChoices } from './parts/widgetProps';

/** A select that also accepts typed text. Text that equals a label selects that choice. */
export function CreatableSelect(props: WidgetProps) {
  const { id, value, onChange, onBlur } = props;
  const choices = getChoices(props);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? findLabel(choices, value);
  const rows = typed ? choices.filter(({ label }) => contains(label, typed)) : choices;
  return (
    <Combobox
      {...props}
      hasArrow
      text={text}
      rows={rows.map(({ label }) => label)}
      onText={(next) => {
        setTyped(next);
        onChange(valueFor(choices, next));
      }}
      onChoose={(index) => {
        setTyped(undefined);
        onChange(rows[index]?.value);
      }}
      onLeave={() => {
        setTyped(undefined);
        onBlur(id, value);
      }}
    />
  );
}

function findLabel(choices: Choice[], value: unknown): string {
  return choices.find((choice) => choice.value === value)?.label ?? String(value ?? '');
}

function valueFor(choices: Choice[], text: string): Choice['value'] | undefined {
  const known = choices.find(({ label }) => plain(label) === plain(text));
  return known ? known.value : text || undefined;
}

function contains(label: string, part: string): boolean {
  return plain(label).includes(plain(part));
}

function plain(text: string): string {
  return text.trim().toLocaleLowerCase();
}

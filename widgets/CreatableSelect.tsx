import type { WidgetProps } from '@rjsf/utils';
import { useState } from 'react';
import { Combobox } from './combobox/Combobox';
import { type Choice, choicesOf } from './parts/widgetProps';

/** One of a list, or an answer of one's own. A text that names a choice is stored as that choice's value. */
export function CreatableSelect(props: WidgetProps) {
  const { id, value, onChange, onBlur } = props;
  const choices = choicesOf(props);
  const [typed, setTyped] = useState<string>();
  const text = typed ?? labelOf(choices, value);
  const rows = typed ? choices.filter(({ label }) => contains(label, typed)) : choices;
  return (
    <Combobox
      {...props}
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

function labelOf(choices: Choice[], value: unknown): string {
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

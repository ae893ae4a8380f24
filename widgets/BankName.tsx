import type { WidgetProps } from '@rjsf/utils';
import { useRef, useState } from 'react';
import { Combobox } from './combobox/Combobox';
import { formContextOf } from './parts/widgetProps';

/** So many names are suggested at a time. */
const MOST = 8;

const none: readonly string[] = [];

/** A bank's name, with suggestions from the list of banks once it is typed; any other name is an answer too. */
export function BankName(props: WidgetProps) {
  const { id, value, onChange, onBlur } = props;
  const { services } = formContextOf(props);
  const [banks, setBanks] = useState(none);
  const [isTyped, setTyped] = useState(false);
  const isAsked = useRef(false);
  const text = String(value ?? '');
  const rows = isTyped ? suggestions(banks, text) : [];

  /** Without the list a name can still be typed, so a failure is no error; the next key asks again. */
  function want(): void {
    if (isAsked.current || !services.banks) return;
    isAsked.current = true;
    services.banks().then(setBanks, () => {
      isAsked.current = false;
    });
  }

  return (
    <Combobox
      {...props}
      text={text}
      rows={rows}
      onText={(next) => {
        want();
        setTyped(true);
        onChange(next || undefined);
      }}
      onChoose={(index) => {
        setTyped(false);
        onChange(rows[index]);
      }}
      onLeave={() => {
        setTyped(false);
        onBlur(id, value);
      }}
    />
  );
}

/** Names that hold what was typed, those that begin with it first; nothing when it is a whole name. */
function suggestions(banks: readonly string[], typed: string): string[] {
  const part = plain(typed);
  if (!part) return [];
  const found = banks.filter((bank) => plain(bank).includes(part) && plain(bank) !== part);
  const begins = (bank: string) => Number(!plain(bank).startsWith(part));
  return found.sort((one, other) => begins(one) - begins(other)).slice(0, MOST);
}

function plain(text: string): string {
  return text.trim().toLocaleLowerCase();
}

import type { WidgetProps } from '@rjsf/utils';
import { useRef, useState } from 'react';
import { Combobox } from './combobox/Combobox';
import { getFormContext } from './parts/widgetProps';

const MAX_SHOWN = 8;

const none: readonly string[] = [];

/** Suggests banks and accepts any other name. */
export function BankName(props: WidgetProps) {
  const { id, value, onChange, onBlur } = props;
  const { services } = getFormContext(props);
  const [banks, setBanks] = useState(none);
  const [isTyped, setTyped] = useState(false);
  const isAsked = useRef(false);
  const text = String(value ?? '');
  const rows = isTyped ? suggestions(banks, text) : [];

  /** Loads the bank names once. After a failure, the next change loads them again. */
  function loadBanks(): void {
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
        loadBanks();
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

/** Returns the first banks that contain the text but don't equal it. Banks that start with the text come first. */
function suggestions(banks: readonly string[], typed: string): string[] {
  const part = plain(typed);
  if (!part) return [];
  const found = banks.filter((bank) => plain(bank).includes(part) && plain(bank) !== part);
  const begins = (bank: string) => Number(!plain(bank).startsWith(part));
  return found.sort((one, other) => begins(one) - begins(other)).slice(0, MAX_SHOWN);
}

function plain(text: string): string {
  return text.trim().toLocaleLowerCase();
}

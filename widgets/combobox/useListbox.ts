import { type KeyboardEvent, useState } from 'react';

interface ListboxOptions {
  count: number;
  onChoose(index: number): void;
}

/** The keys of an editable combobox with a list (ARIA Authoring Practices): arrows, Enter, Escape. The focus stays in the text. */
export function useListbox({ count, onChoose }: ListboxOptions) {
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && count > 0;

  function show(): void {
    setOpen(true);
    setActive(-1);
  }

  function hide(): void {
    setOpen(false);
    setActive(-1);
  }

  function choose(index: number): void {
    hide();
    onChoose(index);
  }

  function move(step: number): void {
    if (!shown) {
      show();
      return;
    }
    // -1 stands for the text itself, between the last row and the first.
    setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
  }

  /** Takes a key; false when it means nothing to the list. */
  function take(key: string): boolean {
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Escape' && shown) hide();
    else if (key === 'Enter' && shown && active >= 0) choose(active);
    else return false;
    return true;
  }

  function press(event: KeyboardEvent): void {
    if (!take(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { shown, active, show, hide, choose, press };
}

import type { WidgetProps } from '@rjsf/utils';
import { type KeyboardEvent, useState } from 'react';
import { useMessages } from '../../src/messages/useMessages';
import { fillText } from '../../src/model/messages/fillText';
import { Input } from '../parts/controls';
import { controlAttributes } from '../parts/widgetProps';

interface ComboboxProps extends WidgetProps {
  text: string;
  rows: string[];
  status?: string;
  /** Shows the arrow of a select, because the list opens before anything is typed. */
  hasArrow?: boolean;
  onText(text: string): void;
  onChoose(index: number): void;
  onLeave(): void;
}

/** A text field that shows suggestions and accepts any text. */
export function Combobox({ text, rows, status, hasArrow = false, onText, onChoose, onLeave, ...props }: ComboboxProps) {
  const messages = useMessages('widgets').suggestions;
  const { id, label, readonly, disabled } = props;
  const list = useListbox({ count: rows.length, onChoose });
  const rowId = (index: number) => `${id}__option_${index}`;
  return (
    <div className="rp-combobox">
      <Input
        {...controlAttributes(props)}
        type="text"
        role="combobox"
        aria-expanded={list.shown}
        aria-controls={`${id}__list`}
        aria-autocomplete="list"
        aria-activedescendant={list.active < 0 ? undefined : rowId(list.active)}
        value={text}
        onChange={(event) => {
          list.show();
          onText(event.target.value);
        }}
        onClick={readonly || disabled ? undefined : list.show}
        onKeyDown={readonly ? undefined : list.press}
        onBlur={() => {
          list.hide();
          onLeave();
        }}
      />
      {hasArrow && (
        <svg className="rp-combobox-arrow" viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 9 6 6 6-6" />
        </svg>
      )}
      <ul
        id={`${id}__list`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as in the ARIA Authoring Practices.
        role="listbox"
        aria-label={fillText(messages.list, { label })}
        hidden={!list.shown}
      >
        {rows.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field keeps the focus and handles the keys.
          <li
            key={row}
            id={rowId(index)}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as in the ARIA Authoring Practices.
            role="option"
            tabIndex={-1}
            aria-selected={index === list.active}
            // Keeps the focus in the text field, so that the list stays open until the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => list.choose(index)}
          >
            {row}
          </li>
        ))}
      </ul>
      <p className={status ? 'rp-count' : 'rp-unseen'} role="status">
        {status || (list.shown ? fillText(messages.some, { n: rows.length }) : '')}
      </p>
    </div>
  );
}

/** Implements the keys of an editable combobox (ARIA Authoring Practices). The focus stays in the text field. */
function useListbox({ count, onChoose }: { count: number; onChoose(index: number): void }) {
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
    // -1 is the text field, between the last row and the first.
    setActive(((active + 1 + step + count + 1) % (count + 1)) - 1);
  }

  /** Returns false if the list doesn't use the key. */
  function handleKey(key: string): boolean {
    if (key === 'ArrowDown') move(1);
    else if (key === 'ArrowUp') move(-1);
    else if (key === 'Escape' && shown) hide();
    else if (key === 'Enter' && shown && active >= 0) choose(active);
    else return false;
    return true;
  }

  function press(event: KeyboardEvent): void {
    if (!handleKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { shown, active, show, hide, choose, press };
}

import { Button } from '@chakra-ui/react/button';
import type { WidgetProps } from '@rjsf/utils';
import { lazy, Suspense, useRef, useState } from 'react';
import texts from '../schemas/texts/widgets.json';
import { dateBounds, dateText } from '../src/model/dates';
import { fillText } from '../src/model/fillText';
import { MaskedInput } from './parts/MaskedInput';
import { dateMask, dateValue } from './parts/masks';
import { controlAttributes, formContextOf, nodeOf } from './parts/widgetProps';

type Side = 'start' | 'end';

const Calendar = lazy(async () => ({ default: (await import('./calendar/Calendar')).Calendar }));

/** A date typed as MM/DD/YYYY or taken from a calendar, which is fetched when it is first opened. Stored as an ISO date. */
export function DateText(props: WidgetProps) {
  const { id, label, value, schema, disabled, readonly, onChange, onBlur } = props;
  const [open, setOpen] = useState<Side>();
  const button = useRef<HTMLButtonElement>(null);
  const { context } = formContextOf(props);
  const close = () => {
    setOpen(undefined);
    button.current?.focus();
  };
  return (
    <div className="rp-with-button">
      <MaskedInput
        {...controlAttributes(props)}
        mask={dateMask}
        inputMode="numeric"
        text={dateText(value)}
        onText={(text) => onChange(dateValue(text))}
        onBlur={() => onBlur(id, value)}
      />
      <Button
        ref={button}
        size="xs"
        disabled={disabled || readonly}
        aria-label={fillText(texts.calendar.open, { label })}
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        onClick={(event) => setOpen(open ? undefined : sideOf(event.currentTarget))}
      >
        <CalendarIcon />
      </Button>
      {open && (
        <Suspense>
          <Calendar
            side={open}
            label={label}
            value={value}
            today={context.today}
            bounds={dateBounds(nodeOf(schema), context)}
            onChoose={(day) => {
              onChange(day);
              close();
            }}
            onClose={close}
            onLeave={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The edge of the field that the calendar, 20rem wide, keeps to so as to stay on the screen. */
function sideOf(button: HTMLElement): Side {
  return button.getBoundingClientRect().right < 336 ? 'start' : 'end';
}

/** A leaf of a calendar, said by its button's own name. */
function CalendarIcon() {
  return (
    <svg
      aria-hidden="true"
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
    >
      <rect x="3.5" y="5" width="17" height="15.5" rx="2" />
      <path d="M3.5 10h17M8 2.75V7M16 2.75V7" strokeLinecap="round" />
    </svg>
  );
}

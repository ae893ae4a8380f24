import { Button } from '@chakra-ui/react/button';
import type { WidgetProps } from '@rjsf/utils';
import { lazy, Suspense, useRef, useState } from 'react';
import { useMessages } from '../src/messages/useMessages';
import { dateBounds, dateText } from '../src/model/format/dates';
import { fillText } from '../src/model/messages/fillText';
import { MaskedInput } from './parts/MaskedInput';
import { completeYear, dateMask, dateValue } from './parts/masks';
import { controlAttributes, getFormContext, toNode } from './parts/widgetProps';

type Side = 'start' | 'end';

const Calendar = lazy(async () => ({ default: (await import('./calendar/Calendar')).Calendar }));

/** Shows MM/DD/YYYY, stores an ISO date. The calendar is loaded on first use. */
export function DateText(props: WidgetProps) {
  const messages = useMessages('widgets').calendar;
  const { id, label, value, schema, disabled, readonly, onChange, onBlur } = props;
  const [open, setOpen] = useState<Side>();
  const button = useRef<HTMLButtonElement>(null);
  const { context } = getFormContext(props);
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
        onBlur={() => {
          const text = dateText(value);
          const whole = completeYear(text);
          if (whole !== text) onChange(dateValue(whole));
          onBlur(id, value);
        }}
      />
      <Button
        ref={button}
        size="xs"
        disabled={disabled || readonly}
        aria-label={fillText(messages.open, { label })}
        aria-haspopup="dialog"
        aria-expanded={open !== undefined}
        onClick={(event) => setOpen(open ? undefined : chooseSide(event.currentTarget))}
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
            bounds={dateBounds(toNode(schema), context)}
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

/** Picks the edge that keeps the 20rem calendar on the screen. */
function chooseSide(button: HTMLElement): Side {
  return button.getBoundingClientRect().right < 336 ? 'start' : 'end';
}

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

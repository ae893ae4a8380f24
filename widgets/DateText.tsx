import { Button } from '@chakra-ui/react/button';
import type { WidgetProps } from '@rjsf/utils';
import { lazy, Suspense, useRef, useState } from 'react';
import { useMessages } from '../src/messages/useMessages';
import { dateBounds, dateText, formatDay, isIsoDay, startsWithDay } from '../src/model/format/dates';
import { fillText } from '../src/model/messages/fillText';
import { MaskedInput } from './parts/MaskedInput';
import { completeYear, dateMask, dateValue } from './parts/masks';
import { controlAttributes, getFormContext, toNode } from './parts/widgetProps';

type Side = 'start' | 'end';

const Calendar = lazy(async () => ({ default: (await import('./calendar/Calendar')).Calendar }));

/** Shows MM/DD/YYYY and stores an ISO date. Dates that could be misread are repeated in words (docs/decisions/046). */
export function DateText(props: WidgetProps) {
  const messages = useMessages('widgets').calendar;
  const { id, label, value, schema, disabled, readonly, onChange, onBlur } = props;
  const [open, setOpen] = useState<Side>();
  const button = useRef<HTMLButtonElement>(null);
  const { context } = getFormContext(props);
  const [isRewritten, setRewritten] = useState(false);
  const words = !readonly && (isRewritten || isAmbiguous(value)) ? dateInWords(value) : undefined;
  const write = (text: string) => {
    setRewritten(isRead(text));
    onChange(dateValue(text));
  };
  const close = () => {
    setOpen(undefined);
    button.current?.focus();
  };
  return (
    <>
      <div className="rp-date">
        <MaskedInput
          {...controlAttributes(props)}
          mask={dateMask}
          inputMode="numeric"
          text={dateText(value)}
          onText={write}
          // The mask changes pasted text before `onText`, so the original text is read here.
          onPaste={({ clipboardData }) => {
            const pasted = clipboardData.getData('text');
            setTimeout(() => setRewritten(isRead(pasted)));
          }}
          onBlur={() => {
            const text = dateText(value);
            const whole = completeYear(text);
            if (whole !== text) {
              onChange(dateValue(whole));
              setRewritten(true);
            }
            onBlur(id, value);
          }}
        />
        <Button
          ref={button}
          size="xs"
          variant="ghost"
          {...INSIDE}
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
                setRewritten(false);
                close();
              }}
              onClose={close}
              onLeave={() => setOpen(undefined)}
            />
          </Suspense>
        )}
      </div>
      <output className="rp-count">{words && fillText(messages.read, { date: words })}</output>
    </>
  );
}

const INSIDE = {
  position: 'absolute',
  insetBlock: '1px',
  insetInlineEnd: '1px',
  width: '2.625rem',
  minWidth: '0',
  minHeight: '0',
} as const;

/** True if the field shows the date in a different format than `text`. */
function isRead(text: string): boolean {
  const day = dateValue(text);
  return isIsoDay(day) && text.trim() !== dateText(day);
}

/** True if a date can be misread: in languages that put the day first, 03/04/2027 could be April 3. */
function isAmbiguous(value: unknown): boolean {
  if (!isIsoDay(value) || !startsWithDay(document.documentElement.lang)) return false;
  const [month, day] = value.split('-').slice(1);
  return Number(day) <= 12 && day !== month;
}

function dateInWords(value: unknown): string | undefined {
  return isIsoDay(value) ? formatDay(value, document.documentElement.lang, 'long') : undefined;
}

/** Returns the side to align the 20rem calendar with, so that it fits on the screen. */
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

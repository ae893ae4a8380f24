import type { WidgetProps } from '@rjsf/utils';
import { stateAttributes } from 'rental-portal/widgets/parts/widgetProps';

/** A third party's widget: one to `most` stars. Only for e2e/outsideWidget.test.ts. */
export function Stars(props: WidgetProps) {
  const { id, value, options, readonly, onChange } = props;
  const numbers = Array.from({ length: Number(options.most) || 5 }, (_, n) => String(n + 1));
  return (
    <div role="radiogroup" aria-labelledby={`${id}__label`} {...stateAttributes(props)}>
      {numbers.map((number) => (
        <label key={number}>
          <input
            type="radio"
            name={id}
            checked={value === number}
            disabled={readonly}
            onChange={() => onChange(number)}
          />
          {'★'.repeat(Number(number))}
        </label>
      ))}
    </div>
  );
}

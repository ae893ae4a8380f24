import type { WidgetProps } from '@rjsf/utils';
import { ChoiceBox, ChoiceMark } from './parts/controls';
import { getChoices, groupAttributes } from './parts/widgetProps';

/** Stores the checked values in the order of the choices. */
export function Checkboxes(props: WidgetProps) {
  const { id, value, disabled, readonly, rawErrors, onChange, onBlur } = props;
  const choices = getChoices(props);
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const toggle = (which: unknown) => {
    const next = choices.map((choice) => choice.value).filter((one) => chosen.includes(one) !== (one === which));
    onChange(next.length > 0 ? next : undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the surrounding field shows the label, so a legend would repeat it.
    <div {...groupAttributes(props)} role="group" className="rp-choices" tabIndex={-1}>
      {choices.map((choice, index) => (
        <ChoiceBox key={String(choice.value)}>
          <ChoiceMark
            type="checkbox"
            id={`${id}_${index}`}
            name={id}
            aria-invalid={rawErrors?.length ? true : undefined}
            checked={chosen.includes(choice.value)}
            disabled={disabled || readonly}
            onChange={() => toggle(choice.value)}
            onBlur={() => onBlur(id, value)}
          />
          <span>{choice.label}</span>
        </ChoiceBox>
      ))}
    </div>
  );
}

import type { WidgetProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { ChoiceBox, ChoiceMark } from './controls';
import { type Choice, groupAttributes, stateAttributes } from './widgetProps';

interface RadioGroupProps extends WidgetProps {
  choices: Choice[];
  inline?: boolean;
  draw?: (choice: Choice) => ReactNode;
}

export function RadioGroup({ choices, inline, draw, ...props }: RadioGroupProps) {
  const { id, value, disabled, readonly, onChange, onBlur } = props;
  return (
    <div
      {...groupAttributes(props)}
      {...stateAttributes(props)}
      role="radiogroup"
      className="rp-choices"
      data-inline={inline ? '' : undefined}
      tabIndex={-1}
    >
      {choices.map((choice, index) => (
        <ChoiceBox key={String(choice.value)}>
          <ChoiceMark
            type="radio"
            id={`${id}_${index}`}
            name={id}
            value={String(choice.value)}
            checked={value === choice.value}
            disabled={disabled || readonly}
            onChange={() => onChange(choice.value)}
            onBlur={() => onBlur(id, value)}
          />
          {draw ? draw(choice) : <span>{choice.label}</span>}
        </ChoiceBox>
      ))}
    </div>
  );
}

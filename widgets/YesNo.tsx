import type { WidgetProps } from '@rjsf/utils';
import texts from '../schemas/texts/widgets.json';
import { RadioGroup } from './parts/RadioGroup';
import { type Choice, choicesOf } from './parts/widgetProps';

/** A question answered by Yes or No; a boolean answer is asked the same way. */
export function YesNo(props: WidgetProps) {
  const known = choicesOf(props);
  return <RadioGroup {...props} inline choices={known.length ? known : yesAndNo(props.schema.type === 'boolean')} />;
}

function yesAndNo(asBoolean: boolean): Choice[] {
  const { yes, no } = texts.yesNo;
  return [
    { value: asBoolean ? true : yes, label: yes },
    { value: asBoolean ? false : no, label: no },
  ];
}

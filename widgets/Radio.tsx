import type { WidgetProps } from '@rjsf/utils';
import { RadioGroup } from './parts/RadioGroup';
import { choicesOf, optionsOf, useSiblings } from './parts/widgetProps';

/** One of a few, all of them seen. `ui:options.lockedBy` names siblings that, once answered, fix the choice (spec 001 §5: document type). */
export function Radio(props: WidgetProps) {
  const lockedBy = optionsOf(props).lockedBy ?? [];
  const siblings = useSiblings(props, lockedBy.length > 0);
  const locked = lockedBy.some((name) => siblings[name] !== undefined);
  return <RadioGroup {...props} disabled={props.disabled || locked} choices={choicesOf(props)} />;
}

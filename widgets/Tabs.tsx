import type { WidgetProps } from '@rjsf/utils';
import { RadioGroup } from './parts/RadioGroup';
import { getChoices } from './parts/widgetProps';

/** Radio buttons that look like tabs, for a choice that determines the next questions. */
export function Tabs(props: WidgetProps) {
  return (
    <div className="rp-tabs">
      <RadioGroup {...props} choices={getChoices(props)} />
    </div>
  );
}

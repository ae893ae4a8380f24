import type { WidgetProps } from '@rjsf/utils';
import type { Messages } from '../src/messages/files';
import { useMessages } from '../src/messages/useMessages';
import { RadioGroup } from './parts/RadioGroup';
import { type Choice, getChoices } from './parts/widgetProps';

/** Shows the schema's choices. Without choices, shows yes and no. */
export function YesNo(props: WidgetProps) {
  const messages = useMessages('widgets').yesNo;
  const known = getChoices(props);
  return (
    <RadioGroup
      {...props}
      inline
      choices={known.length ? known : yesAndNo(messages, props.schema.type === 'boolean')}
    />
  );
}

function yesAndNo({ yes, no }: Messages<'widgets'>['yesNo'], asBoolean: boolean): Choice[] {
  return [
    { value: asBoolean ? true : yes, label: yes },
    { value: asBoolean ? false : no, label: no },
  ];
}

import { getDefaultRegistry } from '@rjsf/core';
import type { FieldProps } from '@rjsf/utils';
import { ControlField } from './ControlField';

const { ObjectField } = getDefaultRegistry().fields;

/** RJSF's field for a group of answers; a group with a widget of its own is one control. */
export function GroupField(props: FieldProps) {
  return props.uiSchema?.['ui:widget'] ? <ControlField {...props} /> : ObjectField && <ObjectField {...props} />;
}

import type { FieldProps } from '@rjsf/utils';
import { nodeOf } from '../../../widgets/parts/widgetProps';
import { Answer } from '../Answer';
import { labelOf } from '../uiOptions';

/** RJSF's field for whatever one widget draws: the answer comes from the store and goes there. */
export function ControlField({
  fieldPathId,
  schema,
  uiSchema = {},
  name,
  required = false,
  readonly = false,
}: FieldProps) {
  return (
    <Answer
      path={fieldPathId.path}
      schema={nodeOf(schema)}
      ui={uiSchema}
      label={labelOf(nodeOf(schema), uiSchema, name)}
      required={required}
      readonly={readonly}
    />
  );
}

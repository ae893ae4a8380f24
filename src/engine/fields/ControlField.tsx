import type { FieldProps } from '@rjsf/utils';
import type { SchemaNode } from '../../model/types';
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
      schema={schema as SchemaNode}
      ui={uiSchema}
      label={labelOf(schema as SchemaNode, uiSchema, name)}
      required={required}
      readonly={readonly}
    />
  );
}

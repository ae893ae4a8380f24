import type { FieldProps } from '@rjsf/utils';
import { nodeOf } from '../../../widgets/parts/widgetProps';
import { Answer } from '../Answer';
import { useEngine } from '../Engine';
import { labelOf, questionAt } from '../uiOptions';

/** RJSF's field for whatever one widget draws: the answer comes from the store and goes there. */
export function ControlField({
  fieldPathId,
  schema,
  uiSchema = {},
  name,
  required = false,
  readonly = false,
}: FieldProps) {
  const question = questionAt(useEngine().place, fieldPathId.path);
  return (
    <Answer
      path={fieldPathId.path}
      schema={nodeOf(schema)}
      ui={uiSchema}
      label={question ?? labelOf(nodeOf(schema), uiSchema, name)}
      required={required}
      readonly={readonly}
    />
  );
}

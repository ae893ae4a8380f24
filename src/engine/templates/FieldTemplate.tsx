import type { FieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import type { Path, SchemaNode } from '../../model/types';
import { useStatus } from '../Engine';
import { Field } from '../Field';

/** RJSF's frame around each field: a control gets label, help and message, a group or list draws its own. */
export function FieldTemplate({
  fieldPathId,
  schema,
  uiSchema = {},
  label,
  required = false,
  hidden,
  children,
}: FieldTemplateProps) {
  if (hidden) return null;
  const compound = schema.type === 'object' || schema.type === 'array';
  if (compound && !uiSchema['ui:widget']) return <WhileAsked path={fieldPathId.path}>{children}</WhileAsked>;
  return (
    <Field path={fieldPathId.path} schema={schema as SchemaNode} ui={uiSchema} label={label} required={required}>
      {children}
    </Field>
  );
}

/** Nothing while conditions hide what is asked at `path`. */
function WhileAsked({ path, children }: { path: Path; children: ReactNode }) {
  return useStatus(path).hidden ? null : children;
}

import Form, { type FormProps, getDefaultRegistry } from '@rjsf/core';
import type { FieldProps, FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils';
import { memo, type ReactNode, useMemo } from 'react';
import { toNode } from '../../widgets/parts/widgetProps';
import type { Path, ServedSection } from '../model/types';
import { ControlField } from './Answer';
import { EngineContext, useEngine, useStatus } from './Engine';
import { Field } from './Field';
import { ListField } from './fields/ListField';
import { type RjsfChecker, rjsfChecker } from './rjsfChecker';
import { questionAt, uiOptions } from './uiOptions';
import { type SectionFormProps, useSection } from './useSection';

const { ObjectField } = getDefaultRegistry().fields;

function GroupField(props: FieldProps) {
  return props.uiSchema?.['ui:widget'] ? <ControlField {...props} /> : ObjectField && <ObjectField {...props} />;
}

export type { SectionFormProps, SectionHandle } from './useSection';

const TEMPLATES: FormProps['templates'] = { FieldTemplate, ObjectFieldTemplate: ObjectTemplate };

const FIELDS: FormProps['fields'] = {
  StringField: ControlField,
  NumberField: ControlField,
  BooleanField: ControlField,
  ArrayField: ListField,
  ObjectField: GroupField,
};

export function SectionForm(props: SectionFormProps) {
  return <OneSection key={props.section.name} {...props} />;
}

function OneSection(props: SectionFormProps) {
  const { section, checker: given, readonly = false } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the checker changes only with the section.
  const checker = useMemo(() => rjsfChecker(section, given), [section]);
  const engine = useSection({ ...props, checker });
  return (
    <EngineContext value={engine}>
      <Drawing section={section} checker={checker} readonly={readonly} />
    </EngineContext>
  );
}

interface DrawingProps {
  section: ServedSection;
  checker: RjsfChecker;
  readonly: boolean;
}

/** Rerenders only if the section or `readonly` changes, because the answers aren't in RJSF. */
const Drawing = memo(
  function Drawing({ section, checker, readonly }: DrawingProps) {
    return (
      <Form
        tagName="div"
        schema={checker.schema}
        uiSchema={section.ui}
        validator={checker.validator}
        idPrefix={section.name}
        idSeparator="_"
        readonly={readonly}
        templates={TEMPLATES}
        fields={FIELDS}
        showErrorList={false}
      >
        {/* Without children, RJSF adds a submit button. */}
        <span hidden />
      </Form>
    );
  },
  (before, after) => before.section === after.section && before.readonly === after.readonly,
);

function FieldTemplate({
  fieldPathId,
  schema,
  uiSchema = {},
  label,
  required = false,
  hidden,
  children,
}: FieldTemplateProps) {
  const question = questionAt(useEngine().place, fieldPathId.path);
  if (hidden) return null;
  const compound = schema.type === 'object' || schema.type === 'array';
  if (compound && !uiSchema['ui:widget']) return <IfAsked path={fieldPathId.path}>{children}</IfAsked>;
  return (
    <Field
      path={fieldPathId.path}
      schema={toNode(schema)}
      ui={uiSchema}
      label={question ?? label}
      isQuestion={question !== undefined}
      required={required}
    >
      {children}
    </Field>
  );
}

function IfAsked({ path, children }: { path: Path; children: ReactNode }) {
  return useStatus(path).hidden ? null : children;
}

function ObjectTemplate({ fieldPathId, schema, uiSchema, description, properties }: ObjectFieldTemplateProps) {
  const { path } = fieldPathId;
  const title = uiOptions(uiSchema).title ?? schema.title;
  const grid = <div className="rp-grid">{properties.map(({ content }) => content)}</div>;
  const isRow = typeof path.at(-1) === 'number';
  if (path.length === 0 || isRow || typeof title !== 'string') return grid;
  const asksItself = Object.values(toNode(schema).properties ?? {}).some((member) => !member.title);
  return (
    <Group path={path} title={asksItself ? undefined : title} description={description}>
      {grid}
    </Group>
  );
}

interface GroupProps {
  path: (string | number)[];
  /** Undefined if a field shows the title as its question. */
  title?: string;
  description: ReactNode;
  children: ReactNode;
}

function Group({ path, title, description, children }: GroupProps) {
  const id = useEngine().ids.of(path);
  const { message } = useStatus(path);
  const Frame = title === undefined ? 'div' : 'fieldset';
  return (
    <Frame className="rp-group" id={id}>
      {title !== undefined && <legend>{title}</legend>}
      {description && <p className="rp-help">{description}</p>}
      {message !== undefined && (
        <p className="rp-error" id={`${id}__error`}>
          {message}
        </p>
      )}
      {children}
    </Frame>
  );
}

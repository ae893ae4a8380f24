import Form, { type FormProps, getDefaultRegistry } from '@rjsf/core';
import type { FieldProps, FieldTemplateProps, ObjectFieldTemplateProps } from '@rjsf/utils';
import { memo, type ReactNode, useState } from 'react';
import { nodeOf } from '../../widgets/parts/widgetProps';
import type { Path, ServedSection } from '../model/types';
import { ControlField } from './Answer';
import { EngineContext, useEngine, useStatus } from './Engine';
import { Field } from './Field';
import { ListField } from './fields/ListField';
import { type RjsfChecker, rjsfChecker } from './rjsfChecker';
import { questionAt, uiOptions } from './uiOptions';
import { type SectionFormProps, useSection, useText, useTypedSoFar } from './useSection';

const { ObjectField } = getDefaultRegistry().fields;

/** RJSF's field for a group of answers; a group with a widget of its own is one control. */
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

/** A section as a form, drawn by RJSF from the schema the server resolved. One that asks or says anything otherwise starts anew, from what was typed. */
export function SectionForm(props: SectionFormProps) {
  const started = useTypedSoFar(props);
  return <StartedForm key={useText(props.section)} {...started} />;
}

function StartedForm(props: SectionFormProps) {
  const [checker] = useState(() => rjsfChecker(props.section, props.checker));
  const engine = useSection({ ...props, checker });
  return (
    <EngineContext value={engine}>
      <Drawing section={props.section} checker={checker} readonly={props.readonly ?? false} />
    </EngineContext>
  );
}

interface DrawingProps {
  section: ServedSection;
  checker: RjsfChecker;
  readonly: boolean;
}

/**
 * RJSF turns schema and ui into groups, lists and controls, once: it holds no answers and hears of none, so that a key press
 * never makes it derive the form again. It draws a `div`, for the page has the `form` that a button submits.
 */
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
        {/* Without children RJSF draws a button of its own. */}
        <span hidden />
      </Form>
    );
  },
  (before, after) => before.readonly === after.readonly,
);

/** RJSF's frame around each field: a control gets label, help and message, a group or list draws its own. */
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
  if (compound && !uiSchema['ui:widget']) return <WhileAsked path={fieldPathId.path}>{children}</WhileAsked>;
  return (
    <Field
      path={fieldPathId.path}
      schema={nodeOf(schema)}
      ui={uiSchema}
      label={question ?? label}
      isQuestion={question !== undefined}
      required={required}
    >
      {children}
    </Field>
  );
}

/** Nothing while conditions hide what is asked at `path`. */
function WhileAsked({ path, children }: { path: Path; children: ReactNode }) {
  return useStatus(path).hidden ? null : children;
}

/** RJSF's frame around a group of answers: a grid, inside a fieldset where the group has a title. */
function ObjectTemplate({ fieldPathId, schema, uiSchema, description, properties }: ObjectFieldTemplateProps) {
  const { path } = fieldPathId;
  const title = uiOptions(uiSchema).title ?? schema.title;
  const grid = <div className="rp-grid">{properties.map(({ content }) => content)}</div>;
  const isRow = typeof path.at(-1) === 'number';
  if (path.length === 0 || isRow || typeof title !== 'string') return grid;
  const asksItself = Object.values(nodeOf(schema).properties ?? {}).some((member) => !member.title);
  return (
    <Group path={path} title={asksItself ? undefined : title} description={description}>
      {grid}
    </Group>
  );
}

interface GroupProps {
  path: (string | number)[];
  /** Undefined where a member of it asks the question. */
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

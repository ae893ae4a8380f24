import Form, { type FormProps } from '@rjsf/core';
import { memo } from 'react';
import type { ServedSection } from '../model/types';
import { EngineContext } from './Engine';
import { ControlField } from './fields/ControlField';
import { GroupField } from './fields/GroupField';
import { ListField } from './fields/ListField';
import { noValidator } from './noValidator';
import type { SectionFormProps } from './sectionProps';
import { FieldTemplate } from './templates/FieldTemplate';
import { ObjectTemplate } from './templates/ObjectTemplate';
import { useSection } from './useSection';
import { useTypedSoFar } from './useTypedSoFar';

export type { SectionFormProps, SectionHandle } from './sectionProps';

const TEMPLATES: FormProps['templates'] = { FieldTemplate, ObjectFieldTemplate: ObjectTemplate };

const FIELDS: FormProps['fields'] = {
  StringField: ControlField,
  NumberField: ControlField,
  BooleanField: ControlField,
  ArrayField: ListField,
  ObjectField: GroupField,
};

/** A section as a form, drawn by RJSF from the schema the server resolved. A section with other rules starts anew, from what was typed. */
export function SectionForm(props: SectionFormProps) {
  const { name, validator } = props.section;
  const started = useTypedSoFar(props);
  return <StartedForm key={`${name} ${validator}`} {...started} />;
}

function StartedForm(props: SectionFormProps) {
  const engine = useSection(props);
  return (
    <EngineContext value={engine}>
      <Drawing section={props.section} readonly={props.readonly ?? false} />
    </EngineContext>
  );
}

/**
 * RJSF turns schema and ui into groups, lists and controls, once: it holds no answers and hears of none, so that a key press
 * never makes it derive the form again. It draws a `div`, for the page has the `form` that a button submits.
 */
const Drawing = memo(
  function Drawing({ section, readonly }: { section: ServedSection; readonly: boolean }) {
    return (
      <Form
        tagName="div"
        schema={section.schema as FormProps['schema']}
        uiSchema={section.ui}
        validator={noValidator}
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

import { memo, useMemo } from 'react';
import type { ServedSection } from '../model/types';
import { Answer } from './Answer';
import { EngineContext } from './Engine';
import { Field } from './Field';
import { getLabel, nodeAt } from './uiOptions';
import { type SectionFormProps, useSection } from './useSection';

/** A form without RJSF, for sections without groups or lists. */
export function FlatForm(props: SectionFormProps) {
  return <OneSection key={props.section.name} {...props} />;
}

function OneSection(props: SectionFormProps) {
  const engine = useSection(props);
  const { section, readonly = false } = props;
  return (
    <EngineContext value={engine}>
      <div className="rp-grid">
        {names(section).map((name) => (
          <FlatField key={name} name={name} section={section} readonly={readonly} />
        ))}
      </div>
    </EngineContext>
  );
}

interface FlatFieldProps {
  name: string;
  section: ServedSection;
  readonly: boolean;
}

const FlatField = memo(function FlatField({ name, section, readonly }: FlatFieldProps) {
  const path = useMemo(() => [name], [name]);
  const place = nodeAt(section, path);
  if (!place || place.ui['ui:widget'] === 'hidden') return null;
  const required = section.schema.required?.includes(name) ?? false;
  const shared = { path, ...place, label: getLabel(place.schema, place.ui, name), required };
  return (
    <Field {...shared}>
      <Answer {...shared} readonly={readonly || place.schema.readOnly === true} />
    </Field>
  );
});

function names({ schema, ui }: ServedSection): string[] {
  return ui['ui:order'] ?? Object.keys(schema.properties ?? {});
}

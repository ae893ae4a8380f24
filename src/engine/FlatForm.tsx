import { memo, useMemo } from 'react';
import type { ServedSection } from '../model/types';
import { Answer } from './Answer';
import { EngineContext } from './Engine';
import { Field } from './Field';
import { labelOf, nodeAt } from './uiOptions';
import { type SectionFormProps, useSection, useText, useTypedSoFar } from './useSection';

/** A section of single answers, with no group or list in it, drawn without RJSF so that a first page stays light. */
export function FlatForm(props: SectionFormProps) {
  const started = useTypedSoFar(props);
  return <StartedForm key={useText(props.section)} {...started} />;
}

function StartedForm(props: SectionFormProps) {
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
  const shared = { path, ...place, label: labelOf(place.schema, place.ui, name), required };
  return (
    <Field {...shared}>
      <Answer {...shared} readonly={readonly || place.schema.readOnly === true} />
    </Field>
  );
});

function names({ schema, ui }: ServedSection): string[] {
  return ui['ui:order'] ?? Object.keys(schema.properties ?? {});
}

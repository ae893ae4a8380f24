import { useEffect, useState } from 'react';
import { useFieldEditor } from '../../api/studio';
import type { EditorRequest, FieldEditor } from '../../contract/studio';
import { SectionForm } from '../../engine/SectionForm';
import type { FormServices } from '../../model/formContext';
import type { FieldAnswers } from '../../model/studio/fieldEditor';
import { useCheckers } from '../form/useCheckers';
import { Banner } from '../ui/Banner';
import { Skeleton } from '../ui/Skeleton';
import { EDITOR, focusEditorIfWanted } from './editorFocus';
import { FormPart } from './parts';

interface EditorFormProps {
  /** Returns the request for the form. Called once. */
  opens(): EditorRequest;
  services: FormServices;
  /** Shown if the form can't edit the field's condition. */
  complex?: string;
  onChange(answers: FieldAnswers, opened: FieldEditor): void;
}

let opened = 0;

/** Edits a field with a form generated from schemas/meta. */
export function EditorForm({ opens, services, complex, onChange }: EditorFormProps) {
  const [initial] = useState(opens);
  const [turn] = useState(() => String(++opened));
  const { data, error } = useFieldEditor(initial, turn);
  const checkers = useCheckers(data && { sections: [data.served], context: data.context });
  const checker = data && checkers.data?.[data.served.name];
  const isReady = data !== undefined && checker !== undefined;
  // Synchronizes with the browser's focus.
  useEffect(() => {
    if (isReady) focusEditorIfWanted();
  }, [isReady]);
  if (error) return <Banner kind="error" title={error.message} />;
  if (!data || !checker) return <Skeleton fields={4} />;
  return (
    <FormPart id={EDITOR}>
      {data.isComplex && complex && <p className="rp-help">{complex}</p>}
      <SectionForm
        section={data.served}
        checker={checker}
        context={data.context}
        services={services}
        initial={data.answers}
        mode="live"
        onChange={(answers: FieldAnswers) => onChange(answers, data)}
      />
    </FormPart>
  );
}

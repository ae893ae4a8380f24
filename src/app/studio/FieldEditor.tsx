import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import { useFieldEditor } from '../../api/studio';
import type { EditorRequest, FieldEditor } from '../../contract/studio';
import { SectionForm } from '../../engine/SectionForm';
import type { FormServices } from '../../model/formContext';
import type { FieldAnswers } from '../../model/studio/fieldEditor';
import type { ListedField } from '../../model/studio/sectionFile';
import { useCheckers } from '../form/useCheckers';
import { Banner } from '../ui/Banner';
import { Skeleton } from '../ui/Skeleton';
import { Fields, FormPart, Mark } from './parts';

interface FieldListProps {
  fields: readonly ListedField[];
  chosen: string | undefined;
  onChoose(key: string): void;
  /** Returns a note to show next to a field. */
  badgeOf(path: readonly string[]): string | undefined;
}

export function FieldList({ fields, chosen, onChoose, badgeOf }: FieldListProps) {
  return (
    <Fields>
      {fields.map(({ path, label }) => {
        const key = path.join('/');
        const badge = badgeOf(path);
        return (
          <Box as="li" key={key} paddingInlineStart={`${(path.length - 1) * 0.5}rem`}>
            <button type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
              {label} <code>{path.at(-1)}</code>
              {badge && <Mark>{badge}</Mark>}
            </button>
          </Box>
        );
      })}
    </Fields>
  );
}

interface EditorFormProps {
  /** Returns the first request. Called once; later requests use the same files with the form's changes. */
  opens(): EditorRequest;
  services: FormServices;
  /** Shown if the form can't edit everything in the field. */
  complex?: string;
  onChange(answers: FieldAnswers, opened: FieldEditor): void;
}

let opened = 0;

/** Edits a field with a form generated from schemas/meta. */
export function EditorForm({ opens, services, complex, onChange }: EditorFormProps) {
  const [wish] = useState(opens);
  const [turn] = useState(() => String(++opened));
  const { data, error } = useFieldEditor(wish, turn);
  const checkers = useCheckers(data && { sections: [data.served], context: data.context });
  const checker = data && checkers.data?.[data.served.name];
  if (error) return <Banner kind="error" title={error.message} />;
  if (!data || !checker) return <Skeleton fields={4} />;
  return (
    <FormPart>
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

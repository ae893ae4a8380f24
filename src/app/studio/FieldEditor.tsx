import { Box } from '@chakra-ui/react/box';
import { useState } from 'react';
import { useFieldEditor } from '../../api/studio';
import type { EditorWish, FieldEditor } from '../../contract/studio';
import { SectionForm } from '../../engine/SectionForm';
import type { FieldAnswers } from '../../model/fieldEditor';
import type { FormServices } from '../../model/formContext';
import type { ListedField } from '../../model/sectionFile';
import { useCheckers } from '../form/useCheckers';
import { Banner } from '../ui/Banner';
import { Skeleton } from '../ui/Skeleton';
import { Fields, FormPart, Mark } from './parts';

interface FieldListProps {
  fields: readonly ListedField[];
  chosen: string | undefined;
  onChoose(key: string): void;
  /** What is said next to a field; nothing where it is undefined. */
  badgeOf(path: readonly string[]): string | undefined;
}

/** The fields of a section in their order, one of which is chosen. */
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
  /** What it is opened on, asked once: later texts are this one with the form's changes. */
  opens(): EditorWish;
  services: FormServices;
  /** Said above a field that has more than the form shows. */
  complex?: string;
  onChange(answers: FieldAnswers, opened: FieldEditor): void;
}

let opened = 0;

/** One field of a section, in a form that our own engine draws from schemas/meta. */
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

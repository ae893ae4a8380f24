import { pageMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { addField, duplicateField, type FieldKind, removeField } from '../../model/studio/fieldList';
import { type ListedField, moveField, moveFieldTo, type SectionSources } from '../../model/studio/sectionFile';
import { announce } from '../ui/LiveRegion';
import { confirm } from '../ui/QuestionHost';
import { draft } from './draft';
import { sectionFiles } from './draftFiles';

export interface QuestionActions {
  choose(key: string | undefined): void;
  move(question: ListedField, by: -1 | 1): void;
  moveTo(question: ListedField, target: ListedField): void;
  duplicate(question: ListedField): void;
  remove(question: ListedField): Promise<void>;
  add(label: string, kind: FieldKind, after: ListedField | undefined): void;
}

interface SectionTexts {
  section: string;
  texts: Record<string, string>;
  head: number;
}

/** Returns actions that change a section's questions. `choose` changes the open question. */
export function questionActions(
  { section, texts, head }: SectionTexts,
  choose: (key: string | undefined) => void,
): QuestionActions {
  const messages = pageMessages('studio').work;
  const files = sectionFiles(section);
  const sources = (): SectionSources => ({ schema: texts[files.schema] ?? '{}', ui: texts[files.ui] ?? '{}' });
  const write = ({ schema, ui }: SectionSources) =>
    draft.replace({ ...draft.read().changes, [files.schema]: schema, [files.ui]: ui }, head);
  const moved = (next: SectionSources, label: string) => {
    write(next);
    announce(fillText(messages.moved, { label }));
  };
  return {
    choose,
    move: ({ path, label }, by) => moved(moveField(sources(), path, by), label),
    moveTo: ({ path, label }, target) => moved(moveFieldTo(sources(), path, target.path), label),
    duplicate({ path, label }) {
      const copy = fillText(messages.copyOf, { label });
      const added = duplicateField(sources(), path, copy);
      write(added);
      choose(added.path.join('/'));
      announce(fillText(messages.added, { label: copy }));
    },
    async remove({ path, label }) {
      if (!(await confirm({ title: fillText(messages.removeAsk, { label }) }))) return;
      draft.replace({ ...draft.read().changes, ...removeField(section, texts, path) }, head);
      choose(undefined);
      announce(fillText(messages.removed, { label }));
    },
    add(label, kind, after) {
      const added = addField(
        sources(),
        { label, kind, after: after?.path },
        pageMessages('studio').editor.firstOptions,
      );
      write(added);
      choose(added.path.join('/'));
      announce(fillText(messages.added, { label }));
    },
  };
}

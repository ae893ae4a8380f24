import type { StudioChoices } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import type { FormServices } from '../../model/formContext';
import { fillText } from '../../model/messages/fillText';
import { changedWording } from '../../model/messages/wording';
import { readConfigSettings } from '../../model/section/subscriberSettings';
import { findMissingTranslations, setCustomText, setTranslation } from '../../model/studio/customText';
import type { ListedField } from '../../model/studio/sectionFile';
import type { FieldWording, SampleConfig, SchemaFiles, SubscriberSettings } from '../../model/types';
import { draftChanges, useDraft } from './draft';
import { EditorForm } from './FieldEditor';
import { MissingMessages } from './MissingTranslations';
import { type Owner, writeOwner } from './owner';

interface OwnMessagesProps {
  section: string;
  files: SchemaFiles;
  owner: Owner;
  question: ListedField | undefined;
  languages: StudioChoices['languages'];
  services: FormServices;
}

/** Edits a question's messages for one subscriber or sample. Lists missing translations below. */
export function OwnMessages({ section, files, owner, question, languages, services }: OwnMessagesProps) {
  const messages = useMessages('studio').work;
  const { version: turn } = useDraft();
  const key = question?.path.join('/') ?? '';
  return (
    <>
      <p className="rp-help">{messages.ownWords}</p>
      {question && (
        <EditorForm
          key={`${section} ${key} ${turn} ${owner.head} ${owner.kind} ${owner.id}`}
          opens={() => ({ section, path: question.path, own: readOwn(owner), ...draftChanges() })}
          services={services}
          onChange={(answers, fieldForm) => {
            const wording = changedWording(fieldForm.base, answers);
            writeOwner(owner, setCustomText(owner.text, section, key, wording), `${section}/${key}`);
          }}
        />
      )}
      {languages.map(({ id, name }) => (
        <MissingMessages
          key={id}
          title={fillText(messages.wordsOf, { name: owner.name, language: name })}
          missing={findMissingTranslations(
            owner.text,
            section,
            id,
            Object(files[`translations/${id}.json`]).texts ?? {},
          )}
          onSay={(text, word) => writeOwner(owner, setTranslation(owner.text, id, text, word))}
        />
      ))}
    </>
  );
}

/** Returns an owner's wording of a section, by question key. */
export function readWording(text: string, section: string): Record<string, FieldWording> {
  const { wording }: SampleConfig = JSON.parse(text);
  return wording?.[section] ?? {};
}

function readOwn({ kind, text }: Owner): Pick<SubscriberSettings, 'texts' | 'wording'> {
  const whole: SampleConfig = JSON.parse(text);
  const { wording, texts: titles } = kind === 'sample' ? readConfigSettings(whole) : { ...whole, texts: undefined };
  return { ...(titles && { texts: titles }), ...(wording && { wording }) };
}

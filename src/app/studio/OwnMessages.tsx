import { useState } from 'react';
import type { StudioChoices } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { branch } from '../../model/answers/paths';
import type { FormServices } from '../../model/formContext';
import { fillText } from '../../model/messages/fillText';
import { changedWording } from '../../model/messages/wording';
import { readConfigSettings } from '../../model/section/subscriberSettings';
import { findMissingTranslations, setCustomText, setTranslation } from '../../model/studio/customText';
import { listFields } from '../../model/studio/sectionFile';
import type { FieldWording, SampleConfig, SchemaFiles, SubscriberSettings } from '../../model/types';
import { draftChanges, useDraft } from './draft';
import { resolveSchema, sectionFiles } from './draftFiles';
import { EditorForm, FieldList } from './FieldEditor';
import { MissingMessages } from './MissingTranslations';
import { type Owner, writeOwner } from './owner';
import { SmallHeading } from './parts';

interface OwnMessagesProps {
  section: string;
  files: SchemaFiles;
  owner: Owner;
  languages: StudioChoices['languages'];
  services: FormServices;
}

/** Edits a subscriber's or sample's messages, by field and language. */
export function OwnMessages({ section, files, owner, languages, services }: OwnMessagesProps) {
  const messages = useMessages('studio').work;
  const { schema, ui } = sectionFiles(section);
  const { version: turn } = useDraft();
  const [chosen, setChosen] = useState<string>();
  const whole = resolveSchema(files, schema);
  const fields = listFields(whole, whole, branch(files, ui));
  const current = fields.find(({ path }) => path.join('/') === chosen);
  const own = readWording(owner.text, section);
  return (
    <>
      <SmallHeading>{messages.fields}</SmallHeading>
      <p className="rp-help">{messages.ownWords}</p>
      <FieldList
        fields={fields}
        chosen={chosen}
        onChoose={setChosen}
        badgeOf={(path) => (own[path.join('/')] ? messages.ownBadge : undefined)}
      />
      {!current && <p className="rp-help">{messages.pick}</p>}
      {current && (
        <EditorForm
          key={`${section} ${chosen} ${turn} ${owner.head} ${owner.kind} ${owner.id}`}
          opens={() => ({ section, path: current.path, own: readOwn(owner), ...draftChanges() })}
          services={services}
          onChange={(answers, fieldForm) => {
            const wording = changedWording(fieldForm.base, answers);
            writeOwner(owner, setCustomText(owner.text, section, current.path.join('/'), wording));
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

function readWording(text: string, section: string): Record<string, FieldWording> {
  const { wording }: SampleConfig = JSON.parse(text);
  return wording?.[section] ?? {};
}

function readOwn({ kind, text }: Owner): Pick<SubscriberSettings, 'texts' | 'wording'> {
  const whole: SampleConfig = JSON.parse(text);
  const { wording, texts: titles } = kind === 'sample' ? readConfigSettings(whole) : { ...whole, texts: undefined };
  return { ...(titles && { texts: titles }), ...(wording && { wording }) };
}

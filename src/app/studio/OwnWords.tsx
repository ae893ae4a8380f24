import { useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import type { StudioChoices } from '../../contract/studio';
import { fillText } from '../../model/fillText';
import type { FormServices } from '../../model/formContext';
import { configOverlay } from '../../model/overlay';
import { missingOwnWords, sayOwnWord, writeOwnWords } from '../../model/ownWords';
import { branch } from '../../model/paths';
import { listFields } from '../../model/sectionFile';
import type { FieldWords, Overlay, SampleConfig, SchemaFiles } from '../../model/types';
import { changedWords } from '../../model/wording';
import { draftChanges, useDraft } from './draft';
import { filesOf, wholeOf } from './draftTexts';
import { EditorForm, FieldList } from './FieldEditor';
import { MissingWords } from './MissingWords';
import { type Owner, writeOwner } from './owner';
import { SmallHeading } from './parts';

const said = texts.work;

interface OwnWordsProps {
  section: string;
  files: SchemaFiles;
  owner: Owner;
  languages: StudioChoices['languages'];
  services: FormServices;
}

/** What one subscriber, or a sample, calls the things of a section: field by field, in every language. */
export function OwnWords({ section, files, owner, languages, services }: OwnWordsProps) {
  const { schema, ui } = filesOf(section);
  const { turn } = useDraft();
  const [chosen, setChosen] = useState<string>();
  const whole = wholeOf(files, schema);
  const fields = listFields(whole, whole, branch(files, ui));
  const current = fields.find(({ path }) => path.join('/') === chosen);
  const own = wordsOf(owner.text, section);
  return (
    <>
      <SmallHeading>{said.fields}</SmallHeading>
      <p className="rp-help">{said.ownWords}</p>
      <FieldList
        fields={fields}
        chosen={chosen}
        onChoose={setChosen}
        badgeOf={(path) => (own[path.join('/')] ? said.ownBadge : undefined)}
      />
      {!current && <p className="rp-help">{said.pick}</p>}
      {current && (
        <EditorForm
          key={`${section} ${chosen} ${turn} ${owner.head} ${owner.kind} ${owner.id}`}
          opens={() => ({ section, path: current.path, own: ownOf(owner), ...draftChanges() })}
          services={services}
          onChange={(answers, opened) => {
            const words = changedWords(opened.base, answers);
            writeOwner(owner, writeOwnWords(owner.text, section, current.path.join('/'), words));
          }}
        />
      )}
      {languages.map(({ id, name }) => (
        <MissingWords
          key={id}
          title={fillText(said.wordsOf, { name: owner.name, language: name })}
          missing={missingOwnWords(owner.text, section, id, Object(files[`translations/${id}.json`]).texts ?? {})}
          onSay={(text, word) => writeOwner(owner, sayOwnWord(owner.text, id, text, word))}
        />
      ))}
    </>
  );
}

function wordsOf(text: string, section: string): Record<string, FieldWords> {
  const { wording }: SampleConfig = JSON.parse(text);
  return wording?.[section] ?? {};
}

function ownOf({ kind, text }: Owner): Pick<Overlay, 'texts' | 'wording'> {
  const whole: SampleConfig = JSON.parse(text);
  const { wording, texts: titles } = kind === 'sample' ? configOverlay(whole) : { ...whole, texts: undefined };
  return { ...(titles && { texts: titles }), ...(wording && { wording }) };
}

import { Input } from '@chakra-ui/react/input';
import { useState } from 'react';
import { useMessages } from '../../messages/useMessages';
import { findUi } from '../../model/answers/paths';
import { fillText } from '../../model/messages/fillText';
import { missingTranslations } from '../../model/messages/wording';
import type { FileChanges } from '../../model/studio/roles';
import type { SchemaFiles } from '../../model/types';
import { FieldRow } from '../ui/FieldRow';
import { draft } from './draft';
import { resolveSchema, sectionFiles } from './draftFiles';
import { Settings } from './parts';

interface MissingTranslationsProps {
  section: string;
  texts: Record<string, string>;
  head: number;
  files: SchemaFiles;
  languages: readonly { id: string; name: string }[];
}

/** Lists the section's texts that have no translation. */
export function MissingTranslations({ section, texts: laid, files, languages, head }: MissingTranslationsProps) {
  const messages = useMessages('studio').work;
  const { schema, ui } = sectionFiles(section);
  const whole = resolveSchema(files, schema);
  return languages.map(({ id, name }) => {
    const file = `translations/${id}.json`;
    if (!(file in laid)) return null;
    const missing = missingTranslations(whole, findUi(files, ui), Object(files[file]).texts ?? {});
    return (
      <MissingMessages
        key={id}
        title={fillText(messages.words, { language: name })}
        missing={missing}
        onSay={(text, word) => draft.put(addTranslation(file, laid[file] ?? '{}', text, word), head, `${file} ${text}`)}
      />
    );
  });
}

/** Returns the language's file with the translation added. */
export function addTranslation(file: string, source: string, text: string, word: string): FileChanges {
  const whole = JSON.parse(source);
  whole.texts = { ...whole.texts, [text]: word };
  return { [file]: `${JSON.stringify(whole, null, 2)}\n` };
}

interface MissingMessagesProps {
  title: string;
  missing: string[];
  onSay(text: string, word: string): void;
}

export function MissingMessages({ title, missing, onSay }: MissingMessagesProps) {
  if (missing.length === 0) return null;
  return (
    <Settings title={title}>
      {missing.map((text) => (
        <MissingMessage key={text} text={text} onSay={(word) => onSay(text, word)} />
      ))}
    </Settings>
  );
}

/** Saves on blur, because the field disappears after saving. */
function MissingMessage({ text, onSay }: { text: string; onSay(word: string): void }) {
  const [word, setWord] = useState('');
  return (
    <FieldRow label={text}>
      {(control) => (
        <Input
          {...control}
          value={word}
          autoComplete="off"
          onChange={(event) => setWord(event.target.value)}
          onBlur={() => word.trim() && onSay(word.trim())}
        />
      )}
    </FieldRow>
  );
}

import { Input } from '@chakra-ui/react/input';
import { useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import { fillText } from '../../model/fillText';
import { branch } from '../../model/paths';
import type { FileChanges } from '../../model/studio';
import type { SchemaFiles } from '../../model/types';
import { missingWords } from '../../model/wording';
import { FieldRow } from '../ui/FieldRow';
import { draft } from './draft';
import { filesOf, wholeOf } from './draftTexts';
import { Settings } from './parts';

const said = texts.work;

interface WordsProps {
  section: string;
  texts: Record<string, string>;
  head: number;
  files: SchemaFiles;
  languages: readonly { id: string; name: string }[];
}

/** What the section says and a language has no words for: it is held back until they are said. */
export function SectionWords({ section, texts: laid, files, languages, head }: WordsProps) {
  const { schema, ui } = filesOf(section);
  const whole = wholeOf(files, schema);
  return languages.map(({ id, name }) => {
    const file = `translations/${id}.json`;
    if (!(file in laid)) return null;
    const missing = missingWords(whole, branch(files, ui), Object(files[file]).texts ?? {});
    return (
      <MissingWords
        key={id}
        title={fillText(said.words, { language: name })}
        missing={missing}
        onSay={(text, word) => draft.put(withWord(file, laid[file] ?? '{}', text, word), head)}
      />
    );
  });
}

function withWord(file: string, source: string, text: string, word: string): FileChanges {
  const whole = JSON.parse(source);
  whole.texts = { ...whole.texts, [text]: word };
  return { [file]: `${JSON.stringify(whole, null, 2)}\n` };
}

interface MissingWordsProps {
  title: string;
  missing: string[];
  onSay(text: string, word: string): void;
}

export function MissingWords({ title, missing, onSay }: MissingWordsProps) {
  if (missing.length === 0) return null;
  return (
    <Settings title={title}>
      {missing.map((text) => (
        <MissingWord key={text} text={text} onSay={(word) => onSay(text, word)} />
      ))}
    </Settings>
  );
}

/** Kept when it is left: with the first letter already, the rest would have no field any more. */
function MissingWord({ text, onSay }: { text: string; onSay(word: string): void }) {
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

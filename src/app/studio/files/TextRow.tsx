import { Grid } from '@chakra-ui/react/grid';
import type { ChangeReport, StudioChoices } from '../../../contract/studio';
import { useMessages } from '../../../messages/useMessages';
import { toPointer } from '../../../model/answers/paths';
import { fillText } from '../../../model/messages/fillText';
import { changeText, changeTranslation, type StudioText } from '../../../model/studio/texts';
import { draft } from '../draft';
import { Mark } from '../parts';
import type { SectionWork } from '../useSectionWork';
import { TypedText } from './TypedText';

interface TextRowProps {
  work: SectionWork;
  file: string;
  text: StudioText;
  languages: StudioChoices['languages'];
  findings: ChangeReport['findings'];
  isChanged: boolean;
  counts: ReadonlyMap<string, number>;
  /** Defaults to the label of the text's key. */
  part?: string;
}

export function TextRow({
  work,
  file,
  text: { path, text },
  languages,
  findings,
  isChanged,
  counts,
  part: named,
}: TextRowProps) {
  const messages = useMessages('studio');
  const { files: words, page, work: own } = messages;
  const { texts, head, elsewhere } = work;
  const parts: Record<string, string | undefined> = { ...words.emailParts, ...words.parts };
  const part = named ?? parts[String(path.at(-1))];
  const others = (counts.get(text) ?? 0) - 1 + (elsewhere.includes(text) ? 1 : 0);
  const label = (language: string) => (part ? fillText(words.partIn, { part, language }) : language);
  const errorAt = (at: string, pointer: string) => {
    const found = findings.find((one) => one.file === at && one.path === pointer);
    return found && explain(found, messages.problems);
  };
  return (
    <Grid role="group" aria-label={text} gap="3" paddingBlock="4" borderTop="1px solid" borderColor="hair">
      {isChanged && (
        <div>
          <Mark>{own.changed}</Mark>
        </div>
      )}
      <Grid gap="4" templateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }}>
        <TypedText
          label={label(page.english)}
          value={text}
          error={errorAt(file, toPointer(path))}
          onSave={(after) => draft.put(changeText(texts, { file, path, after }, elsewhere), head)}
        />
        {languages.map(({ id, name }) => {
          const translation = `translations/${id}.json`;
          const word = translationIn(work, id, text);
          return (
            <TypedText
              key={id}
              label={label(name)}
              value={word}
              help={others > 0 ? fillText(words.shared, { count: others }) : undefined}
              error={
                word
                  ? errorAt(translation, toPointer(['texts', text]))
                  : fillText(messages.problems['missing-translation'], { text, language: name })
              }
              onSave={(after) =>
                draft.put({ [translation]: changeTranslation(texts[translation] ?? '{}', text, after) }, head)
              }
            />
          );
        })}
      </Grid>
    </Grid>
  );
}

/** Describes a lint issue, with the first placeholder from the suggested fix. */
const explain = ({ code, fix }: ChangeReport['findings'][number], problems: Record<string, string>) =>
  [problems[code] ?? problems.other, ...(fix.match(/\{[a-z]\w*\}/gi)?.slice(0, 1) ?? [])].join(' ');

export function translationIn({ files }: Pick<SectionWork, 'files'>, language: string, text: string): string {
  const known: Record<string, unknown> = Object(Object(files[`translations/${language}.json`]).texts);
  return Object.hasOwn(known, text) ? String(known[text]) : '';
}

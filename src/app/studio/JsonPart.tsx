import { lazy, Suspense, useState } from 'react';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { Skeleton } from '../ui/Skeleton';
import { draft } from './draft';
import { sectionFiles } from './draftFiles';

const JsonEditor = lazy(() => import('./JsonEditor').then(({ JsonEditor: Editor }) => ({ default: Editor })));

interface JsonPartProps {
  section: string;
  texts: Record<string, string>;
  head: number;
}

/** Edits any loaded file as JSON. The section's files come first. */
export function JsonPart({ section, texts: laid, head }: JsonPartProps) {
  const messages = useMessages('studio').work;
  const own = Object.values(sectionFiles(section));
  const names = [...own, ...Object.keys(laid).filter((file) => !own.includes(file))];
  const [file, setFile] = useState(own[0] ?? '');
  const name = names.includes(file) ? file : (own[0] ?? '');
  return (
    <>
      <FieldRow label={messages.file}>
        {(control) => (
          <SelectBox {...control} value={name} onChange={(event) => setFile(event.target.value)}>
            {names.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectBox>
        )}
      </FieldRow>
      <Suspense fallback={<Skeleton fields={3} />}>
        <JsonEditor
          key={name}
          label={fillText(messages.jsonLabel, { file: name })}
          file={name}
          text={laid[name] ?? ''}
          onChange={(text) => draft.replace({ ...draft.read().changes, [name]: text }, head, name)}
        />
      </Suspense>
    </>
  );
}

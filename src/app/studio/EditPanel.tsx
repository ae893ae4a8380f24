import { Flex } from '@chakra-ui/react/flex';
import { lazy, Suspense, useState } from 'react';
import texts from '../../../schemas/texts/studio.json';
import type { StudioChoices } from '../../contract/studio';
import { fillText } from '../../model/fillText';
import type { FormServices } from '../../model/formContext';
import { Button } from '../ui/Button';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { Skeleton } from '../ui/Skeleton';
import { draft } from './draft';
import { filesOf, useTexts } from './draftTexts';
import { FieldPart } from './FieldPart';
import { SectionWords } from './MissingWords';
import { OwnWords } from './OwnWords';
import type { Owner } from './owner';
import { Edit } from './parts';

const said = texts.work;

const JsonEditor = lazy(() => import('./JsonEditor').then(({ JsonEditor: Editor }) => ({ default: Editor })));

interface EditPanelProps {
  section: string;
  /** The live texts of the section's files, and the version that they are of. */
  sources: Record<string, string>;
  head: number;
  languages: StudioChoices['languages'];
  services: FormServices;
  /** Whose settings the form is seen with, and who may call things otherwise. */
  owner: Owner | undefined;
}

type Way = 'form' | 'json' | 'own';

/** Where a section is changed: field by field or as JSON for everybody, or in the words of one subscriber or sample. */
export function EditPanel({ section, sources, head, languages, services, owner }: EditPanelProps) {
  const { texts: laid, files } = useTexts(sources);
  const [way, setWay] = useState<Way>('form');
  const now = way === 'own' && !owner ? 'form' : way;
  const tab = (one: Way, label: string) => (
    <Button aria-pressed={now === one} css={TAB} onClick={() => setWay(one)}>
      {label}
    </Button>
  );
  return (
    <Edit aria-label={said.edit}>
      <Flex gap="2" wrap="wrap" role="group" aria-label={said.edit}>
        {tab('form', said.byForm)}
        {tab('json', said.asJson)}
        {owner && tab('own', fillText(said.only, { name: owner.name }))}
      </Flex>
      {now === 'form' && (
        <FieldPart section={section} texts={laid} live={sources} files={files} head={head} services={services} />
      )}
      {now === 'json' && <JsonPart section={section} texts={laid} head={head} />}
      {now === 'own' && owner ? (
        <OwnWords section={section} files={files} owner={owner} languages={languages} services={services} />
      ) : (
        <SectionWords section={section} texts={laid} files={files} languages={languages} head={head} />
      )}
    </Edit>
  );
}

const TAB = {
  '&[aria-pressed=true]': { borderColor: 'accentText', boxShadow: 'inset 0 -3px 0 {colors.accentText}' },
} as const;

interface PartProps {
  section: string;
  texts: Record<string, string>;
  head: number;
}

/** The section's files as they are written, in an editor that knows schemas/meta. */
function JsonPart({ section, texts: laid, head }: PartProps) {
  const own = Object.values(filesOf(section));
  const names = [...own, ...Object.keys(laid).filter((file) => !own.includes(file))];
  const [file, setFile] = useState(own[0] ?? '');
  const name = names.includes(file) ? file : (own[0] ?? '');
  return (
    <>
      <FieldRow label={said.file}>
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
          label={fillText(said.jsonLabel, { file: name })}
          file={name}
          text={laid[name] ?? ''}
          onChange={(text) => draft.replace({ ...draft.read().changes, [name]: text }, head)}
        />
      </Suspense>
    </>
  );
}

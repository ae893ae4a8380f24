import { Flex } from '@chakra-ui/react/flex';
import { lazy, Suspense, useState } from 'react';
import type { StudioChoices } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import type { FormServices } from '../../model/formContext';
import { fillText } from '../../model/messages/fillText';
import { Button } from '../ui/Button';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { Skeleton } from '../ui/Skeleton';
import { draft } from './draft';
import { sectionFiles, useDraftFiles } from './draftFiles';
import { FieldPart } from './FieldPart';
import { MissingTranslations } from './MissingTranslations';
import { OwnMessages } from './OwnMessages';
import type { Owner } from './owner';
import { Edit } from './parts';

const JsonEditor = lazy(() => import('./JsonEditor').then(({ JsonEditor: Editor }) => ({ default: Editor })));

interface EditPanelProps {
  section: string;
  /** Active files and their version. */
  sources: Record<string, string>;
  head: number;
  languages: StudioChoices['languages'];
  services: FormServices;
  /** The subscriber or sample whose settings and messages are edited. */
  owner: Owner | undefined;
}

type Way = 'form' | 'json' | 'own';

export function EditPanel({ section, sources, head, languages, services, owner }: EditPanelProps) {
  const messages = useMessages('studio').work;
  const { texts: laid, files } = useDraftFiles(sources);
  const [way, setWay] = useState<Way>('form');
  const now = way === 'own' && !owner ? 'form' : way;
  const tab = (one: Way, label: string) => (
    <Button aria-pressed={now === one} css={TAB} onClick={() => setWay(one)}>
      {label}
    </Button>
  );
  return (
    <Edit aria-label={messages.edit}>
      <Flex gap="2" wrap="wrap" role="group" aria-label={messages.edit}>
        {tab('form', messages.byForm)}
        {tab('json', messages.asJson)}
        {owner && tab('own', fillText(messages.only, { name: owner.name }))}
      </Flex>
      {now === 'form' && (
        <FieldPart section={section} texts={laid} live={sources} files={files} head={head} services={services} />
      )}
      {now === 'json' && <JsonPart section={section} texts={laid} head={head} />}
      {now === 'own' && owner ? (
        <OwnMessages section={section} files={files} owner={owner} languages={languages} services={services} />
      ) : (
        <MissingTranslations section={section} texts={laid} files={files} languages={languages} head={head} />
      )}
    </Edit>
  );
}

const TAB = {
  '&[aria-pressed=true]': { borderColor: 'accentText', boxShadow: 'inset 0 -3px 0 {colors.accentText}' },
} as const;

/** A JSON editor that validates against schemas/meta. */
function JsonPart({ section, texts: laid, head }: { section: string; texts: Record<string, string>; head: number }) {
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
          onChange={(text) => draft.replace({ ...draft.read().changes, [name]: text }, head)}
        />
      </Suspense>
    </>
  );
}

import { Box } from '@chakra-ui/react/box';
import { type KeyboardEvent, useState } from 'react';
import type { StudioChoices } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import type { FormServices } from '../../model/formContext';
import { fillText } from '../../model/messages/fillText';
import type { ListedField } from '../../model/studio/sectionFile';
import { writeField } from '../../model/studio/writeField';
import { Button } from '../ui/Button';
import { LineIcon } from '../ui/LineIcon';
import { AddQuestion } from './AddQuestion';
import { draft, draftChanges, useDraft } from './draft';
import { sectionFiles } from './draftFiles';
import { EditorForm } from './FieldEditor';
import { MissingTranslations } from './MissingTranslations';
import { OwnMessages } from './OwnMessages';
import type { Owner } from './owner';
import { Edit, Tools } from './parts';
import type { QuestionActions } from './questionActions';
import { RestructureMenu } from './restructure/RestructureMenu';
import { fieldTarget, type RestructureTarget } from './restructure/restructureTarget';
import type { SectionWork } from './useSectionWork';

interface QuestionPanelProps {
  work: SectionWork;
  question: ListedField | undefined;
  actions: QuestionActions;
  languages: StudioChoices['languages'];
  services: FormServices;
  owner: Owner | undefined;
  isOwn: boolean;
  onOwn(isOwn: boolean): void;
  onLeave(): void;
}

export function QuestionPanel({
  work,
  question,
  actions,
  languages,
  services,
  owner,
  isOwn,
  onOwn,
  onLeave,
}: QuestionPanelProps) {
  const { work: messages, restructure: words } = useMessages('studio');
  const { section, files, texts, head } = work;
  const { version: turn } = useDraft();
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onLeave();
  };
  const scope = (own: boolean, label: string) => (
    <Button aria-pressed={own === isOwn} onClick={() => onOwn(own)}>
      {label}
    </Button>
  );
  return (
    <Edit aria-label={messages.edit} onKeyDown={leave}>
      {question && (
        <Box as="h2" margin="0" fontSize="title3" overflowWrap="anywhere">
          {question.label}
        </Box>
      )}
      {!question && <p className="rp-help">{messages.pick}</p>}
      {question && !isOwn && (
        <QuestionTools
          key={question.path.join('/')}
          question={question}
          actions={actions}
          target={fieldTarget(section, question, work.questions, words)}
          head={head}
        />
      )}
      {owner && (
        <Tools role="group" aria-label={messages.scope} data-tabs="">
          {scope(false, messages.everyone)}
          {scope(true, fillText(messages.only, { name: owner.name }))}
        </Tools>
      )}
      {isOwn && owner ? (
        <OwnMessages
          section={section}
          files={files}
          owner={owner}
          question={question}
          languages={languages}
          services={services}
        />
      ) : (
        <>
          {question && (
            <FieldForm
              key={`${section} ${question.path.join('/')} ${turn} ${head}`}
              work={work}
              path={question.path}
              services={services}
            />
          )}
          <MissingTranslations section={section} texts={texts} files={files} languages={languages} head={head} />
          <AddQuestion onAdd={(label, kind) => actions.add(label, kind, question)} />
        </>
      )}
    </Edit>
  );
}

const ICONS = {
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  remove: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
};

interface QuestionToolsProps extends Pick<QuestionPanelProps, 'actions'> {
  question: ListedField;
  target: RestructureTarget;
  head: number;
}

function QuestionTools({ question, actions, target, head }: QuestionToolsProps) {
  const messages = useMessages('studio').work;
  const tool = (icon: keyof typeof ICONS, label: string, onClick: () => void) => (
    <Button aria-label={label} title={label} onClick={onClick}>
      <LineIcon path={ICONS[icon]} />
    </Button>
  );
  const { label } = question;
  return (
    <Tools role="group" aria-label={fillText(messages.tools, { label })}>
      {tool('up', fillText(messages.up, { label }), () => actions.move(question, -1))}
      {tool('down', fillText(messages.down, { label }), () => actions.move(question, 1))}
      {tool('copy', messages.duplicate, () => actions.duplicate(question))}
      {tool('remove', messages.remove, () => void actions.remove(question))}
      <RestructureMenu
        target={target}
        head={head}
        onDone={(verb, name) => {
          if (verb === 'retire') actions.choose(undefined);
          if (name !== undefined) actions.choose([...question.path.slice(0, -1), name].join('/'));
        }}
      />
    </Tools>
  );
}

interface FieldFormProps {
  work: SectionWork;
  path: string[];
  services: FormServices;
}

function FieldForm({ work: { section, texts: laid, head }, path, services }: FieldFormProps) {
  const messages = useMessages('studio').work;
  const { schema, ui } = sectionFiles(section);
  const [base] = useState(() => ({ schema: laid[schema] ?? '{}', ui: laid[ui] ?? '{}' }));
  return (
    <EditorForm
      opens={() => ({ section, path, ...draftChanges() })}
      services={services}
      complex={messages.complex}
      onChange={(answers, opened) => {
        const next = writeField(base, path, opened.answers, answers);
        const changed = { [schema]: next.schema, ...(next.ui !== base.ui && { [ui]: next.ui }) };
        draft.put(changed, head, `${section}/${path.join('/')}`);
      }}
    />
  );
}

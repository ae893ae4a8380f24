import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { useState } from 'react';
import office from '../../../schemas/office/status.json';
import texts from '../../../schemas/texts/office.json';
import { actOn, assignTo } from '../../api/office';
import type { ActBody, OfficeApplication } from '../../contract/office';
import { fillText } from '../../model/fillText';
import { type OfficeAct, placeName, placeOf } from '../../model/office';
import type { Answers, Context } from '../../model/types';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { usePending } from '../ui/usePending';
import { choicesFrom, OfficeForm, type Problem, ProblemBanner, problemOf } from './OfficeForm';

const said = texts.acts;

interface ActPanelProps {
  application: OfficeApplication;
  onChanged(): void;
}

/** What may be done next, and who is in charge. */
export function ActPanel({ application, onChanged }: ActPanelProps) {
  // With the revision that who chose it saw: the page may follow another's change while the dialog is open.
  const [chosen, setChosen] = useState<Pick<ActBody, 'act' | 'revision'>>();
  const { acts, assigned_to, people, revision, id } = application;
  const [problem, setProblem] = useState<Problem>();
  async function assign(person: string) {
    try {
      await assignTo(id, revision, person || null);
      onChanged();
    } catch (cause) {
      setProblem(problemOf(cause));
    }
  }
  return (
    <Flex as="section" aria-labelledby="acts" {...BAR}>
      <Box as="h2" id="acts" {...TITLE}>
        {said.title}
      </Box>
      {acts.length === 0 && <p className="rp-help">{said.none}</p>}
      <Flex className="of-acts" {...ACTS}>
        {acts.map((act) => (
          <Button
            key={act}
            variant={act === 'decline' ? 'danger' : 'plain'}
            onClick={() => setChosen({ act, revision })}
          >
            {office.acts[act].title}
          </Button>
        ))}
      </Flex>
      {acts.length > 0 && (
        <FieldRow label={said.assign}>
          {(control) => (
            <SelectBox {...control} value={assigned_to?.id ?? ''} onChange={(event) => void assign(event.target.value)}>
              <option value="">{texts.list.nobody}</option>
              {people.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
            </SelectBox>
          )}
        </FieldRow>
      )}
      {problem && <ProblemBanner problem={problem} onLook={() => [setProblem(undefined), onChanged()]} />}
      {chosen && (
        <ActDialog
          {...chosen}
          application={application}
          onClose={(isDone) => {
            setChosen(undefined);
            if (isDone) onChanged();
          }}
        />
      )}
    </Flex>
  );
}

/** What is to be decided stays at hand as the page is read: with who is in charge where one line has room for both. */
const WIDE = '@media (min-width: 1180px)';
/** Below this width the acts go out at the side, and are pushed. */
const ROOMY = '@media (min-width: 640px)';
const STAYS = {
  position: 'sticky',
  top: '0',
  zIndex: '1',
  paddingBlock: '3',
  borderBottom: '1px solid {colors.hair}',
  bg: 'paper',
} as const;
const BAR = {
  display: 'contents',
  css: {
    [WIDE]: { ...STAYS, display: 'flex', alignItems: 'center', gap: '4', marginBottom: '5' },
    '& .rp-field': { marginBlock: '4', [WIDE]: { flexDirection: 'row', alignItems: 'center', gap: '3', margin: '0' } },
    '& .rp-field label': { [WIDE]: { margin: '0', flex: 'none' } },
  },
} as const;
const TITLE = { css: { fontSize: 'title3', marginBottom: '2', [WIDE]: { margin: '0' } } } as const;
const ACTS = {
  css: {
    ...STAYS,
    gap: '2',
    overflowX: 'auto',
    '& button': {
      flex: 'none',
      paddingInline: '3',
      [ROOMY]: { flex: '0 1 auto', minWidth: 'min-content', whiteSpace: 'normal' },
    },
    [WIDE]: { position: 'static', flex: '1', padding: '0', border: '0' },
  },
} as const;

interface ActDialogProps {
  act: OfficeAct;
  /** The one that the act was chosen at. */
  revision: number;
  application: OfficeApplication;
  onClose(isDone: boolean): void;
}

const FORM = 'act';

/** What the act needs to know, by the form that schemas/office/status.json names, and its confirmation. */
function ActDialog({ act, revision, application, onClose }: ActDialogProps) {
  const { title, asks }: { title: string; asks?: string } = office.acts[act];
  const [lists] = useState(() => listsOf(application));
  const [problem, setProblem] = useState<Problem>();
  // What stands in a form that is still on its way cannot be confirmed.
  const [isReady, setReady] = useState(!asks);
  const [isPending, confirm] = usePending(async (answers: Answers) => {
    try {
      await actOn(application.id, { act, revision, ...bodyOf(answers) });
      onClose(true);
    } catch (cause) {
      setProblem(problemOf(cause));
    }
  });
  return (
    <Dialog
      title={title}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>{said.cancel}</Button>
          <Button
            variant="primary"
            disabled={!isReady}
            aria-disabled={isPending}
            {...(asks ? { type: 'submit', form: FORM } : { onClick: () => void confirm({}) })}
          >
            {fillText(said.do, { act: title })}
          </Button>
        </>
      }
    >
      {problem && <ProblemBanner problem={problem} onLook={() => onClose(true)} />}
      {asks && (
        <OfficeForm
          id={FORM}
          step={asks}
          lists={lists}
          initial={firstAnswers[asks]}
          onReady={() => setReady(true)}
          onSubmit={confirm}
        />
      )}
    </Dialog>
  );
}

/** A list of documents begins with its first. */
const firstAnswers: Record<string, Answers | undefined> = { documents: { documents: [{}] } };

/** The reasons that this office gives, what a decision may rest on, and the applicant's places for documents. */
function listsOf({ decline_reasons, may_ask }: OfficeApplication): Context['lists'] {
  const { reasons, bases } = office;
  return {
    reasons: decline_reasons.map((value) => ({ value, label: reasons[value].title })),
    bases: choicesFrom(bases),
    places: may_ask.map((place) => ({
      value: placeName(place),
      label: [place.title, place.source].filter(Boolean).join(', '),
    })),
  };
}

/** The answers as the act's call takes them: a document's place is two numbers there. */
function bodyOf({ documents, ...rest }: Answers): Partial<ActBody> {
  // The form's rows are of its schema.
  const rows = documents as { place: string; text: string }[] | undefined;
  const asked = rows?.map(({ place, text }) => ({ ...placeOf(place), text }));
  return { ...rest, ...(asked && { documents: asked }) };
}

import { Flex } from '@chakra-ui/react/flex';
import { useState } from 'react';
import { decideHousehold } from '../../api/office';
import type { HouseholdPerson, ListedHousehold } from '../../contract/listedHousehold';
import type { HouseholdDecision } from '../../contract/officeHousehold';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { allowedActions, type OfficeAction, type OfficeRole, officeFile } from '../../model/office';
import type { Answers } from '../../model/types';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { usePending } from '../ui/usePending';
import { OfficeForm, type Problem, ProblemBanner, readProblem, toChoices } from './OfficeForm';

interface PanelProps {
  household: ListedHousehold;
  role: OfficeRole;
  onChanged(): void;
}

type Decided = HouseholdPerson & { id: string; revision: number };

/** Offers decisions for a whole household. Documents are requested per person instead. */
export function HouseholdDecisionPanel({ household, role, onChanged }: PanelProps) {
  const texts = useMessages('office').households;
  const [act, setAct] = useState<OfficeAction>();
  const people = household.people.filter((one): one is Decided => one.id !== null && one.status !== 'withdrawn');
  const allowed = people.map(({ status }) => (status ? allowedActions(status, role) : []));
  const acts = (allowed[0] ?? []).filter((one) => one !== 'askDocuments' && allowed.every((all) => all.includes(one)));
  if (acts.length === 0) return null;
  return (
    <section aria-labelledby="all">
      <h2 id="all">{texts.decide}</h2>
      <p className="rp-help">{texts.decideHelp}</p>
      <Flex wrap="wrap" gap="2" marginTop="3">
        {acts.map((one) => (
          <Button key={one} variant={one === 'decline' ? 'danger' : 'plain'} onClick={() => setAct(one)}>
            {officeFile().acts[one].title}
          </Button>
        ))}
      </Flex>
      {act && (
        <HouseholdDialog
          act={act}
          id={household.id}
          people={people}
          onClose={(isDone) => {
            setAct(undefined);
            if (isDone) onChanged();
          }}
        />
      )}
    </section>
  );
}

interface DialogProps {
  act: OfficeAction;
  id: string;
  people: readonly Decided[];
  onClose(isDone: boolean): void;
}

/** Each person has their own reasons, because a letter names only its recipient's reasons. */
function HouseholdDialog({ act, id, people, onClose }: DialogProps) {
  const messages = useMessages('office');
  const { title, asks }: { title: string; asks?: string } = officeFile().acts[act];
  const [lists] = useState(() => ({
    reasons: toChoices(officeFile().reasons),
    bases: toChoices(officeFile().bases),
  }));
  const [answers, setAnswers] = useState<Record<string, Answers>>({});
  const [problem, setProblem] = useState<Problem>();
  const inputs = asks === 'reasons' ? people.map((one) => one.id) : asks ? [SHARED] : [];
  const [isPending, decide] = usePending(async () => {
    try {
      await decideHousehold(id, toDecision(act, people, answers));
      onClose(true);
    } catch (cause) {
      setProblem(readProblem(cause));
    }
  });
  return (
    <Dialog
      title={title}
      onClose={() => onClose(false)}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" aria-disabled={isPending} onClick={() => void decide()}>
            {fillText(messages.acts.do, { act: title })}
          </Button>
        </>
      }
    >
      {problem && <ProblemBanner problem={problem} onLook={() => onClose(true)} />}
      {asks &&
        inputs.map((key) => (
          <section key={key}>
            {key !== SHARED && (
              <h3>
                {fillText(messages.households.reasonsFor, { name: people.find((one) => one.id === key)?.name ?? '' })}
              </h3>
            )}
            <OfficeForm
              step={asks}
              lists={lists}
              onChange={(typed) => setAnswers((before) => ({ ...before, [key]: typed }))}
            />
          </section>
        ))}
    </Dialog>
  );
}

const SHARED = 'all';

function toDecision(
  act: OfficeAction,
  people: readonly Decided[],
  answers: Record<string, Answers>,
): HouseholdDecision {
  // The server validates the fields.
  const own = people.map(({ id, revision }) => ({ ...(answers[id] as object | undefined), id, revision }));
  return { act, ...answers[SHARED], people: own };
}

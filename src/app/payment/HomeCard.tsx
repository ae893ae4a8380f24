import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { toApiError } from '../../api/apiError';
import { changeRegistration, detailKey } from '../../api/application';
import type { BodyError } from '../../contract/call';
import { SectionForm } from '../../engine/SectionForm';
import { useMessages } from '../../messages/useMessages';
import type { AnswerCard, CardLine } from '../../model/answers/answerCards';
import { formatDay } from '../../model/format/dates';
import { todayIn } from '../../model/format/todayIn';
import { fillText } from '../../model/messages/fillText';
import type { Answers } from '../../model/types';
import { AnswerSection } from '../form/AnswerCards';
import { SmallForm, servicesWithoutDocuments } from '../form/SmallForm';
import { useApplication } from '../shell/application';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Dialog } from '../ui/Dialog';
import { announce } from '../ui/LiveRegion';
import { LoadError, refusalMessage } from '../ui/LoadError';
import { toast } from '../ui/Toaster';

/** Shows the home and the move-in date from the registration. Shows nothing if both are unknown. */
export function HomeCard({ startsOpen }: { startsOpen?: boolean }) {
  const { edit, editAnswer } = useMessages('payment').review;
  const [isOpen, setOpen] = useState(false);
  const card = useHomeCard();
  const isEditable = Boolean(useApplication().registration_changes);
  if (card.parts.length === 0) return null;
  const editButton = (label: string) => (
    <Button variant="link" aria-label={fillText(editAnswer, { answer: label })} onClick={() => setOpen(true)}>
      {edit}
    </Button>
  );
  return (
    <>
      <AnswerSection
        key={String(startsOpen)}
        card={card}
        files={[]}
        level={2}
        action={isEditable && editButton(card.title)}
        {...(isEditable && { editAnswer: (_key: string, label: string) => editButton(label) })}
        startsOpen={startsOpen}
      />
      {isOpen && <ChangeDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function useHomeCard(): AnswerCard {
  const { home: texts } = useMessages('payment').review;
  const { home_name, move_in_date, registration_changes } = useApplication();
  const day = move_in_date && formatDay(move_in_date, document.documentElement.lang);
  const home: CardLine[] = home_name ? [{ key: '/home', label: texts.label, text: home_name, isFixed: true }] : [];
  const moveIn: CardLine[] = day
    ? [{ key: '/move-in', label: texts.moveIn, text: day, ...(!registration_changes && { isFixed: true }) }]
    : [];
  const brief = [home_name, day && fillText(texts.brief, { date: day })].filter((line) => typeof line === 'string');
  return { key: '', title: texts.title, brief, parts: [...home, ...moveIn] };
}

function ChangeDialog({ onClose }: { onClose(): void }) {
  const { home: texts, problem } = useMessages('payment').review;
  const { trn_id, registration_changes } = useApplication();
  const { mutate } = useSWRConfig();
  async function submit(answers: Answers, refuse: (errors: readonly BodyError[]) => void) {
    try {
      await changeRegistration(trn_id, answers);
      await mutate(detailKey(trn_id));
      announce(texts.saved);
      onClose();
    } catch (cause) {
      const error = toApiError(cause);
      if (error.fieldErrors?.length) refuse(error.fieldErrors);
      else toast('error', refusalMessage(error, problem));
    }
  }
  return (
    <Dialog title={texts.change} onClose={onClose}>
      <SmallForm
        flow="entry"
        step="registration-changes"
        draw={SectionForm}
        services={services}
        today={todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date())}
        initial={registration_changes ?? undefined}
        submit={texts.save}
        pending={texts.saving}
        onSubmit={submit}
        problem={(error, onRetry) => <LoadError error={error} onRetry={onRetry} />}
      >
        <CancelButton />
      </SmallForm>
    </Dialog>
  );
}

const services = servicesWithoutDocuments('The registration has no documents.');

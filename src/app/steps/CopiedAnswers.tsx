import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { toApiError } from '../../api/apiError';
import { detailKey } from '../../api/application';
import { confirmCopiedAnswers } from '../../api/success';
import type { ApplicationDetail } from '../../contract/application';
import { useMessages } from '../../messages/useMessages';
import { formatMoment } from '../../model/format/dates';
import { fillText } from '../../model/messages/fillText';
import type { LoadedStep } from '../form/loadedStep';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

type CopiedSection = ApplicationDetail['taken_over'][number];

export function useCopiedAnswers(before: Record<string, ReactNode>): Record<string, ReactNode> {
  const { taken_over, trn_id } = useApplication();
  const notes = taken_over.map((taken) => {
    const { section } = taken;
    const whole = (
      <>
        <CopiedAnswers taken={taken} trnId={trn_id} />
        {before[section]}
      </>
    );
    return [section, whole] as const;
  });
  return { ...before, ...Object.fromEntries(notes) };
}

export function UnconfirmedSections({ panels }: { panels: LoadedStep['panels'] }) {
  const messages = useMessages('steps').takenOver;
  const { taken_over } = useApplication();
  const open = panels.flatMap(({ anchor, title, sections }) =>
    taken_over.some(({ section, confirmed }) => !confirmed && sections.some(({ name }) => name === section))
      ? [{ anchor, title }]
      : [],
  );
  if (open.length === 0) return null;
  return (
    <Banner kind="info" title={messages.some}>
      <ul>
        {open.map(({ anchor, title }) => (
          <li key={anchor}>
            <Link to={{ hash: anchor }}>{title}</Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function CopiedAnswers({
  taken: { section, number, submitted_at, confirmed },
  trnId,
}: {
  taken: CopiedSection;
  trnId: string;
}) {
  const messages = useMessages('steps').takenOver;
  const { mutate } = useSWRConfig();
  const [isPending, confirm] = usePending(async () => {
    try {
      await confirmCopiedAnswers(section);
      await mutate(detailKey(trnId));
    } catch (cause) {
      toast('error', toApiError(cause).message);
    }
  });
  const date = formatMoment(submitted_at, { dateStyle: 'medium' }, document.documentElement.lang);
  const { from, check, right, confirmed: done } = messages;
  return (
    <Banner kind={confirmed ? 'success' : 'info'} title={fillText(from, { number, date })}>
      {confirmed ? (
        <p>{done}</p>
      ) : (
        <>
          <p>{check}</p>
          <Button aria-disabled={isPending} onClick={() => void confirm()}>
            {right}
          </Button>
        </>
      )}
    </Banner>
  );
}

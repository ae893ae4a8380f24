import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import texts from '../../../schemas/texts/steps.json';
import { toApiError } from '../../api/apiError';
import { detailKey } from '../../api/application';
import { confirmTaken } from '../../api/success';
import type { ApplicationDetail } from '../../contract/application';
import { fillText } from '../../model/fillText';
import { formatMoment } from '../../model/format';
import type { LoadedStep } from '../form/loadedStep';
import { useApplication } from '../shell/application';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { toast } from '../ui/Toaster';
import { usePending } from '../ui/usePending';

type Taken = ApplicationDetail['taken_over'][number];

/** `before` with what says of each section that was taken over where it comes from, and has it confirmed. */
export function useTakenOver(before: Record<string, ReactNode>): Record<string, ReactNode> {
  const { taken_over, trn_id } = useApplication();
  const notes = taken_over.map((taken) => {
    const { section } = taken;
    const whole = (
      <>
        <TakenOver taken={taken} trnId={trn_id} />
        {before[section]}
      </>
    );
    return [section, whole] as const;
  });
  return { ...before, ...Object.fromEntries(notes) };
}

/** What of a step is still to be confirmed, each leading to its panel. */
export function ToConfirm({ panels }: { panels: LoadedStep['panels'] }) {
  const { taken_over } = useApplication();
  const open = panels.flatMap(({ anchor, title, sections }) =>
    taken_over.some(({ section, confirmed }) => !confirmed && sections.some(({ name }) => name === section))
      ? [{ anchor, title }]
      : [],
  );
  if (open.length === 0) return null;
  return (
    <Banner kind="info" title={texts.takenOver.some}>
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

function TakenOver({ taken: { section, number, submitted_at, confirmed }, trnId }: { taken: Taken; trnId: string }) {
  const { mutate } = useSWRConfig();
  const [isPending, confirm] = usePending(async () => {
    try {
      await confirmTaken(section);
      await mutate(detailKey(trnId));
    } catch (cause) {
      toast('error', toApiError(cause).message);
    }
  });
  const date = formatMoment(submitted_at, { dateStyle: 'long' }, document.documentElement.lang);
  const { from, check, right, confirmed: done } = texts.takenOver;
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

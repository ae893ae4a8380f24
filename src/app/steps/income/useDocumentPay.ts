import { useEffect, useState } from 'react';
import type { DocumentChecks } from '../../../model/formContext';
import { recordsIn } from '../../../model/paths';
import type { Answers } from '../../../model/types';
import type { CheckStore } from '../../form/createCheckStore';
import type { DraftSaver } from '../../form/draftSaver';
import type { LoadedStep } from '../../form/loadedStep';
import type { SectionController } from '../../form/sectionController';
import { EMPLOYERS, writeDocumentPay } from './settleGrossPay';

/** Writes what the documents tell of the monthly gross into the employers, as it becomes known (spec 002 §3, monthly_avr_gross). */
export function useDocumentPay({ sections }: LoadedStep, controller: SectionController, checks?: DocumentChecks): void {
  const section = sections.find(({ name }) => name === EMPLOYERS);
  // The checks are found by the server, while the form is typed into.
  useEffect(() => {
    if (!checks || !section) return undefined;
    const write = () => writeDocumentPay(section, controller, checks);
    write();
    return checks.subscribe(write);
  }, [checks, section, controller]);
}

/** The drafts of the step; who ticks or clears the box of the newly employed has the draft sent and the documents judged anew at once. */
export function useNewlyEmployed({ sections }: LoadedStep, saver: DraftSaver, checks?: CheckStore): DraftSaver {
  const initial = sections.find(({ name }) => name === EMPLOYERS)?.initial;
  const [judging] = useState(() => (checks && initial ? judgingWhoStarts(saver, checks, initial) : saver));
  return judging;
}

/** `initial` are the employers as they are judged already. */
export function judgingWhoStarts(saver: DraftSaver, checks: Pick<CheckStore, 'refresh'>, initial: Answers): DraftSaver {
  let judged = whoStarts(initial);
  return {
    ...saver,
    change(section, answers) {
      saver.change(section, answers);
      if (section !== EMPLOYERS || whoStarts(answers) === judged) return;
      judged = whoStarts(answers);
      void saver.sendAll().then(() => checks.refresh());
    },
  };
}

/** The employers for whom an offer letter will do. */
function whoStarts({ employer }: Answers): string {
  const rows = recordsIn(employer).filter((row) => row.allowOfferLetter === true || row.isfuture_employer === true);
  return rows.map(({ id }) => id).join();
}

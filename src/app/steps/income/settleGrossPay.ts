import { useEffect, useState } from 'react';
import texts from '../../../../schemas/texts/steps.json';
import type { DocumentChecks } from '../../../model/formContext';
import {
  documentPayChanges,
  type GrossPayChoice,
  type GrossPayDifference,
  grossPayChanges,
  grossPayDifference,
} from '../../../model/grossPay';
import { recordsIn, setIn } from '../../../model/paths';
import type { Answers, SchemaNode, Verdict } from '../../../model/types';
import type { CheckStore } from '../../form/createCheckStore';
import type { DraftSaver } from '../../form/draftSaver';
import type { LoadedStep } from '../../form/loadedStep';
import type { LoadedSection } from '../../form/panels';
import type { SectionController } from '../../form/sectionController';
import { toast } from '../../ui/Toaster';

/** The section whose rows are paid: its list of employers. */
export const EMPLOYERS = 'employers';

export interface OpenGrossPay {
  difference: GrossPayDifference;
  /** The questions of an employer. */
  questions: Record<string, SchemaNode>;
  /** What the section says of a third value, as it was read; undefined when it may be saved. */
  judge(amount: unknown): string | undefined;
  onCancel(): void;
  onChoose(choice: GrossPayChoice): void;
}

/**
 * Before the income is saved: whose monthly gross counts where applicant and documents differ (spec 002 §4, Gross pay discrepancy).
 * `settle` resolves true when nothing is left to choose, false when the applicant cancelled.
 */
export function useGrossPay({ sections }: LoadedStep, controller: SectionController, checks?: CheckStore) {
  const [open, setOpen] = useState<OpenGrossPay>();
  const section = sections.find(({ name }) => name === EMPLOYERS);

  async function settle(): Promise<boolean> {
    if (!section || !checks) return true;
    return settleGrossPay(section, controller, checks, ask);
  }

  const ask: AskGrossPay = async (difference, judge) => {
    const questions = section?.served.schema.properties?.employer?.items?.properties ?? {};
    const choice = await new Promise<GrossPayChoice | undefined>((resolve) =>
      setOpen({ difference, questions, judge, onCancel: () => resolve(undefined), onChoose: resolve }),
    );
    setOpen(undefined);
    return choice;
  };

  return { settle, open };
}

/** Milliseconds. */
const LONGEST = 6_000;
const OFTEN = 500;

/** Opens the dialog; undefined when the applicant cancelled. `judge`: what the section says of a third value. */
export type AskGrossPay = (
  difference: GrossPayDifference,
  judge: (amount: unknown) => string | undefined,
) => Promise<GrossPayChoice | undefined>;

/** Asks until no employer's gross differs from its documents' (spec 002 §4); false when the applicant cancelled. */
export async function settleGrossPay(
  section: LoadedSection,
  controller: SectionController,
  checks: CheckStore,
  ask: AskGrossPay,
): Promise<boolean> {
  await readAll(checks);
  writeDocumentPay(section, controller, checks);
  for (;;) {
    const answers = controller.answers(section);
    const difference = grossPayDifference(answers);
    if (!difference) return true;
    const row = recordsIn(answers.employer)[difference.index] ?? {};
    const choice = await ask(difference, (amount) => {
      // The form's own rules say of one that is missing that it is.
      const tried = grossPayChanges(row, difference, { by: 'other', new_avrgross_pay: amount as number });
      const then = tried.reduce((all, { path, value }) => setIn(all, path, value), answers);
      return messageOf(controller.judge(section, then));
    });
    if (!choice) return false;
    controller.write(section.name, grossPayChanges(row, difference, choice));
  }
}

/** Asks until every document is read, or the applicant has waited long enough: what is found later shows as a failed check. */
async function readAll(checks: CheckStore): Promise<void> {
  const until = Date.now() + LONGEST;
  await checks.refresh();
  if (checks.state().reading > 0) toast('info', texts.reading);
  while (checks.state().reading > 0 && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, OFTEN));
    await checks.refresh();
  }
}

/** Writes what the documents tell of the monthly gross into the employers (spec 002 §3, monthly_avr_gross). */
export function writeDocumentPay(
  section: LoadedSection,
  controller: SectionController,
  checks: Pick<CheckStore, 'state'>,
): void {
  const changes = documentPayChanges(controller.answers(section), checks.state().monthly_avr_gross);
  if (changes.length) controller.write(section.name, changes);
}

function messageOf({ errors }: Verdict): string | undefined {
  return errors.find(({ path }) => path.at(-1) === 'new_avrgross_pay')?.message;
}

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

import { useEffect, useRef, useState } from 'react';
import { pageMessages } from '../../../messages/useMessages';
import { recordsIn, setIn } from '../../../model/answers/paths';
import type { DocumentChecks } from '../../../model/formContext';
import {
  documentPayChanges,
  type GrossPayChoice,
  type GrossPayDifference,
  grossPayChanges,
  grossPayDifference,
} from '../../../model/income/grossPay';
import { sectionFor } from '../../../model/section/flow';
import type { Answers, CheckResult, SchemaNode } from '../../../model/types';
import type { CheckStore } from '../../form/createCheckStore';
import type { DraftSaver } from '../../form/draftSaver';
import type { LoadedStep } from '../../form/loadedStep';
import type { LoadedSection } from '../../form/panels';
import type { SectionController } from '../../form/sectionController';
import { toast } from '../../ui/Toaster';
import { answerGrossChecks } from './answerGrossChecks';

export interface OpenGrossPay {
  difference: GrossPayDifference;
  questions: Record<string, SchemaNode>;
  /** Returns a message if the amount is invalid. */
  checkAmount(amount: unknown): string | undefined;
  onCancel(): void;
  onChoose(choice: GrossPayChoice): void;
}

interface GrossPayParts {
  loaded: LoadedStep;
  controller: SectionController;
  saver: Pick<DraftSaver, 'sendAll'>;
  checks?: CheckStore;
}

/** Handles differences in gross pay (docs/spec/002-income.md, §4). `resolve` returns false if the applicant cancels. */
export function useGrossPay({ loaded, controller, saver, checks }: GrossPayParts) {
  const [open, setOpen] = useState<OpenGrossPay>();
  const section = findEmployers(loaded);

  async function resolve(): Promise<boolean> {
    if (!section || !checks) return true;
    const isResolved = await resolveGrossPay(section, controller, checks, ask);
    if (isResolved) await answerGrossChecks(controller.answers(section), checks);
    return isResolved;
  }

  async function settleNow(): Promise<void> {
    if (!(await resolve())) return;
    // The checks use the draft on the server, so the latest draft must be sent first.
    await saver.sendAll();
    await checks?.refresh();
  }
  const latest = useRef(settleNow);
  latest.current = settleNow;
  const [settleGross] = useState(() => () => latest.current());

  const ask: ChooseGrossPay = async (difference, checkAmount) => {
    const questions = section?.served.schema.properties?.employer?.items?.properties ?? {};
    const choice = await new Promise<GrossPayChoice | undefined>((resolve) =>
      setOpen({ difference, questions, checkAmount, onCancel: () => resolve(undefined), onChoose: resolve }),
    );
    setOpen(undefined);
    return choice;
  };

  return { resolve, settleGross, open };
}

function findEmployers({ step, sections }: Pick<LoadedStep, 'step' | 'sections'>): LoadedSection | undefined {
  return sections.find(({ name }) => name === sectionFor(step, 'employment_details'));
}

const MAX_WAIT_MS = 6_000;
const POLL_INTERVAL_MS = 500;

/** Resolves to undefined if the applicant cancels. */
export type ChooseGrossPay = (
  difference: GrossPayDifference,
  checkAmount: (amount: unknown) => string | undefined,
) => Promise<GrossPayChoice | undefined>;

/** Opens a dialog for each difference. Resolves to false if the applicant cancels. */
export async function resolveGrossPay(
  section: LoadedSection,
  controller: SectionController,
  checks: CheckStore,
  ask: ChooseGrossPay,
): Promise<boolean> {
  await readAll(checks);
  writeDocumentPay(section, controller, checks);
  for (;;) {
    const answers = controller.answers(section);
    const difference = grossPayDifference(answers);
    if (!difference) return true;
    const row = recordsIn(answers.employer)[difference.index] ?? {};
    const choice = await ask(difference, (amount) => {
      // The cast is safe, because the form's own rules reject an amount that isn't a number.
      const tried = grossPayChanges(row, difference, { by: 'other', new_avrgross_pay: amount as number });
      const then = tried.reduce((all, { path, value }) => setIn(all, path, value), answers);
      return firstMessage(controller.checkAnswers(section, then));
    });
    if (!choice) return false;
    controller.write(section.name, grossPayChanges(row, difference, choice));
  }
}

/** Waits until all documents are read, for about 6 seconds at most. Later differences are shown as failed checks. */
async function readAll(checks: CheckStore): Promise<void> {
  const until = Date.now() + MAX_WAIT_MS;
  await checks.refresh();
  if (checks.state().reading > 0) toast('info', pageMessages('steps').reading);
  while (checks.state().reading > 0 && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    await checks.refresh();
  }
}

/** Writes the documents' gross pay to the employers' answers (docs/spec/002-income.md, §3). */
export function writeDocumentPay(
  section: LoadedSection,
  controller: SectionController,
  checks: Pick<CheckStore, 'state'>,
): void {
  const changes = documentPayChanges(controller.answers(section), checks.state().monthly_avr_gross);
  if (changes.length) controller.write(section.name, changes);
}

function firstMessage({ errors }: CheckResult): string | undefined {
  return errors.find(({ path }) => path.at(-1) === 'new_avrgross_pay')?.message;
}

export function useDocumentPay(loaded: LoadedStep, controller: SectionController, checks?: DocumentChecks): void {
  const section = findEmployers(loaded);
  useEffect(() => {
    if (!checks || !section) return undefined;
    const write = () => writeDocumentPay(section, controller, checks);
    write();
    return checks.subscribe(write);
  }, [checks, section, controller]);
}

/**
 * Sends the drafts and repeats the checks when the set of employers with `isfuture_employer` or `allowOfferLetter`
 * changes.
 */
export function useNewlyEmployed(loaded: LoadedStep, saver: DraftSaver, checks?: CheckStore): DraftSaver {
  const employers = findEmployers(loaded);
  const [checking] = useState(() => (checks && employers ? checkingNewEmployers(saver, checks, employers) : saver));
  return checking;
}

/** Returns a saver that also repeats the checks. The first checks were based on `initial`. */
export function checkingNewEmployers(
  saver: DraftSaver,
  checks: Pick<CheckStore, 'refresh'>,
  { name, initial }: Pick<LoadedSection, 'name' | 'initial'>,
): DraftSaver {
  let checkedWith = findStarting(initial);
  return {
    ...saver,
    change(section, answers) {
      saver.change(section, answers);
      if (section !== name || findStarting(answers) === checkedWith) return;
      checkedWith = findStarting(answers);
      void saver.sendAll().then(() => checks.refresh());
    },
  };
}

function findStarting({ employer }: Answers): string {
  const rows = recordsIn(employer).filter((row) => row.allowOfferLetter === true || row.isfuture_employer === true);
  return rows.map(({ id }) => id).join();
}

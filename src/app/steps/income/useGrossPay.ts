import { useState } from 'react';
import {
  documentPayChanges,
  type GrossPayChoice,
  type GrossPayDifference,
  grossPayChanges,
  grossPayDifference,
} from '../../../model/grossPay';
import { setIn } from '../../../model/paths';
import type { Answers, SchemaNode, Verdict } from '../../../model/types';
import type { LoadedStep } from '../loadedStep';
import type { SectionDesk } from '../sectionDesk';
import type { CheckDesk } from './createCheckDesk';
import { EMPLOYERS } from './useDocumentPay';

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
export function useGrossPay({ sections }: LoadedStep, desk: SectionDesk, checks?: CheckDesk) {
  const [open, setOpen] = useState<OpenGrossPay>();
  const section = sections.find(({ name }) => name === EMPLOYERS);

  async function settle(): Promise<boolean> {
    if (!section || !checks) return true;
    await checks.refresh();
    desk.write(EMPLOYERS, documentPayChanges(desk.answers(section), checks.state().monthly_avr_gross));
    for (;;) {
      const answers = desk.answers(section);
      const difference = grossPayDifference(answers);
      if (!difference) return true;
      const row = (answers.employer as Answers[])[difference.index] ?? {};
      const choice = await ask(difference, (amount) => {
        const tried = grossPayChanges(row, difference, { by: 'other', new_avrgross_pay: amount as number });
        return messageOf(
          desk.judge(
            section,
            tried.reduce((all, { path, value }) => setIn(all, path, value), answers),
          ),
        );
      });
      if (!choice) return false;
      desk.write(EMPLOYERS, grossPayChanges(row, difference, choice));
    }
  }

  async function ask(
    difference: GrossPayDifference,
    judge: OpenGrossPay['judge'],
  ): Promise<GrossPayChoice | undefined> {
    const questions = section?.served.schema.properties?.employer?.items?.properties ?? {};
    const choice = await new Promise<GrossPayChoice | undefined>((resolve) =>
      setOpen({ difference, questions, judge, onCancel: () => resolve(undefined), onChoose: resolve }),
    );
    setOpen(undefined);
    return choice;
  }

  return { settle, open };
}

function messageOf({ errors }: Verdict): string | undefined {
  return errors.find(({ path }) => path.at(-1) === 'new_avrgross_pay')?.message;
}

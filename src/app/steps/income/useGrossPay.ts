import { useState } from 'react';
import type { GrossPayChoice, GrossPayDifference } from '../../../model/grossPay';
import type { SchemaNode } from '../../../model/types';
import type { CheckStore } from '../../form/createCheckStore';
import type { LoadedStep } from '../../form/loadedStep';
import type { SectionController } from '../../form/sectionController';
import type { AskGrossPay } from './settleGrossPay';
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
export function useGrossPay({ sections }: LoadedStep, controller: SectionController, checks?: CheckStore) {
  const [open, setOpen] = useState<OpenGrossPay>();
  const section = sections.find(({ name }) => name === EMPLOYERS);

  async function settle(): Promise<boolean> {
    if (!section || !checks) return true;
    const { settleGrossPay } = await import('./settleGrossPay');
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

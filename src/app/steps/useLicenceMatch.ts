import { useRef, useState } from 'react';
import { chooseLicence, getLicenceMatch } from '../../api/steps';
import type { LicenceMatch } from '../../contract/steps';
import type { LicenceChoice, LicencePart } from '../../model/ocrFields';

/** Whose word counts, for each part that differs. */
export type MismatchAnswer = Partial<Record<LicencePart, LicenceChoice>>;

export interface OpenMismatch {
  match: LicenceMatch;
  onCancel(): void;
  onConfirm(answer: MismatchAnswer): void;
}

/**
 * Before a step is saved: where the licence and the applicant differ, whose word counts (spec 001 §4). `settle` resolves true
 * when nothing is left to choose, false when the applicant cancelled; rejects when the choice could not be kept.
 */
export function useLicenceMatch(trnId: string) {
  const [open, setOpen] = useState<OpenMismatch>();
  const asking = useRef(false);

  async function settle(): Promise<boolean> {
    if (asking.current) return false;
    const match = await getLicenceMatch(trnId);
    if (!match?.differences.length) return true;
    const choices = await ask(match);
    if (choices) await chooseLicence(trnId, match.document, choices);
    return choices !== undefined;
  }

  async function ask(match: LicenceMatch): Promise<MismatchAnswer | undefined> {
    asking.current = true;
    const answer = await new Promise<MismatchAnswer | undefined>((resolve) =>
      setOpen({ match, onCancel: () => resolve(undefined), onConfirm: resolve }),
    );
    asking.current = false;
    setOpen(undefined);
    return answer;
  }

  return { settle, open };
}

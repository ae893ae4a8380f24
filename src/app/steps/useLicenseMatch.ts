import { useRef, useState } from 'react';
import { chooseLicense, getLicenseMatch } from '../../api/steps';
import type { LicenseMatch } from '../../contract/steps';
import type { LicenseChoice, LicensePart } from '../../model/license/licenseFields';

/** For each difference, which value is correct. */
export type MismatchAnswer = Partial<Record<LicensePart, LicenseChoice>>;

export interface OpenMismatch {
  match: LicenseMatch;
  onCancel(): void;
  onConfirm(answer: MismatchAnswer): void;
}

/**
 * Handles differences from the license (docs/spec/001.md, §4). `resolveMatch` resolves to true if no difference is
 * left, and rejects if a call fails.
 */
export function useLicenseMatch(trnId: string) {
  const [open, setOpen] = useState<OpenMismatch>();
  const asking = useRef(false);

  async function resolveMatch(): Promise<boolean> {
    if (asking.current) return false;
    const match = await getLicenseMatch(trnId);
    if (!match?.differences.length) return true;
    const choices = await ask(match);
    if (choices) await chooseLicense(trnId, match.document, choices);
    return choices !== undefined;
  }

  async function ask(match: LicenseMatch): Promise<MismatchAnswer | undefined> {
    asking.current = true;
    const answer = await new Promise<MismatchAnswer | undefined>((resolve) =>
      setOpen({ match, onCancel: () => resolve(undefined), onConfirm: resolve }),
    );
    asking.current = false;
    setOpen(undefined);
    return answer;
  }

  return { resolveMatch, open };
}

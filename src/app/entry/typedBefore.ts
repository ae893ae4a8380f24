import type { StepAnswers } from '../../model/body';
import { isRecord } from '../../model/paths';
import type { Answers, ServedSection } from '../../model/types';

const KEY = 'rental-registration';

/** What was typed into this tab's registration, so that a reload loses nothing; passwords are never kept. */
export function readTyped(path: string): StepAnswers {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    const sections = isRecord(kept) && kept.path === path && isRecord(kept.sections) ? kept.sections : {};
    return Object.fromEntries(
      Object.entries(sections).filter((entry): entry is [string, Answers] => isRecord(entry[1])),
    );
  } catch {
    // Storage that is switched off, or written by a stranger, holds nothing typed.
    return {};
  }
}

export function keepTyped(path: string, { name, ui }: ServedSection, answers: Answers): void {
  const open = Object.entries(answers).filter(([field]) => !isPassword(ui[field]));
  const sections = { ...readTyped(path), [name]: Object.fromEntries(open) };
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, sections }));
  } catch {
    // Without storage a reload starts anew.
  }
}

export function forgetTyped(): void {
  sessionStorage.removeItem(KEY);
}

function isPassword(ui: unknown): boolean {
  return isRecord(ui) && ui['ui:widget'] === 'Password';
}

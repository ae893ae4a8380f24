import flow from '../../../schemas/flows/entry.json';
import type { StepAnswers } from '../../model/body';
import { stepOf } from '../../model/flow';
import { isRecord } from '../../model/paths';
import type { Answers, Flow, ServedSection, Step } from '../../model/types';

const entryFlow: Flow = flow;

/** The registration as the entry flow says it. */
export const registrationStep = (): Step => stepOf(entryFlow, 'registration');

/** A section of the page with what the flow calls it. */
export interface Part {
  anchor: string;
  tab: string;
  title: string;
  section: ServedSection;
}

/** The sections that the server serves for this type of application, in the flow's order. */
export function partsOf(sections: readonly ServedSection[]): Part[] {
  return registrationStep().sections.flatMap(({ section: name, anchor, tab, title }) => {
    const section = sections.find((served) => served.name === name);
    return section ? [{ anchor, tab, title, section }] : [];
  });
}

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

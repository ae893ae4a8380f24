import type { Answers } from '../model/types';
import { openVault } from './browserVault';

const vault = openVault('rental-drafts');

/** Where a text stands among others of its section: on which opened page it was typed, when by its clock, and what was known there before. */
export interface DraftMark {
  page: string;
  at: number;
  /** A draft's stamp, or `stampOfSaved`. */
  was: string;
}

/** A text on its way to the server; without a mark it takes the place of any other. */
export interface TypedDraft {
  answers: Answers;
  mark?: DraftMark;
}

/** Keeps, sealed in this browser, what could not be brought to the server. Where the browser will not have it, it is not kept. */
export async function keepDraft(trnId: string, section: string, draft: TypedDraft): Promise<void> {
  await vault?.put(nameOf(trnId, section), JSON.stringify(draft)).catch(() => undefined);
}

/** What is kept of a section; undefined when nothing is, or it cannot be opened any more. */
export async function findKept(trnId: string, section: string): Promise<TypedDraft | undefined> {
  const text = await vault?.get(nameOf(trnId, section)).catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as TypedDraft);
}

/** The server has it, or will never: nothing is kept any longer. */
export async function forgetKept(trnId: string, section: string): Promise<void> {
  await vault?.remove(nameOf(trnId, section)).catch(() => undefined);
}

/** The sections of which something is kept. */
export async function keptSections(trnId: string): Promise<string[]> {
  const names = (await vault?.names().catch(() => undefined)) ?? [];
  const start = nameOf(trnId, '');
  return names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
}

/** Nothing is kept any longer, of no application. */
export async function forgetAllKept(): Promise<void> {
  await vault?.clear().catch(() => undefined);
}

const nameOf = (trnId: string, section: string) => `${trnId}/${section}`;

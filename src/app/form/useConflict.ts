import { type RefObject, useState } from 'react';
import type { StepRecords } from '../../contract/steps';
import { pageMessages } from '../../messages/useMessages';
import { type AnswerLine, answerLines } from '../../model/answers/answerLines';
import { revisionOfSaved, type StepAnswers } from '../../model/answers/stepBody';
import type { ServedSection } from '../../model/types';
import type { BaseRevisions } from './baseRevisions';
import { type LoadedStep, storedAnswers } from './loadedStep';
import type { SectionController } from './sectionController';

export interface Conflict {
  differences: Difference[];
  onKeepMine(): void;
  onUseSaved(): void;
  onClose(): void;
}

interface Parts {
  loaded: LoadedStep;
  controller: SectionController;
  answers(): StepAnswers;
  version: RefObject<number>;
  revisions: BaseRevisions;
  save(): Promise<void>;
}

/** `raise` opens the dialog about answers that were saved elsewhere. */
export function useConflict({ loaded: { step, sections }, controller, answers, version, revisions, save }: Parts) {
  const [stored, setStored] = useState<StepRecords>();
  const served = sections.map((section) => section.served);
  const choose = (take: (records: StepRecords) => void) => () => {
    if (!stored) return;
    version.current = stored.version;
    // Saving the step elsewhere removed its drafts.
    for (const { name } of sections) revisions.setRevision(name, revisionOfSaved(stored.version));
    setStored(undefined);
    take(stored);
  };
  const showSavedAnswers = (records: StepRecords) => {
    const theirs = storedAnswers(step, served, records);
    for (const section of sections) controller.replace(section, theirs[section.name] ?? {});
  };
  const conflict: Conflict | undefined = stored && {
    differences: differences(served, answers(), storedAnswers(step, served, stored)),
    onKeepMine: choose(() => void save()),
    onUseSaved: choose(showSavedAnswers),
    onClose: () => setStored(undefined),
  };
  return { conflict, raise: setStored };
}

export interface Difference {
  key: string;
  label: string;
  mine: string;
  theirs: string;
}

export function differences(sections: readonly ServedSection[], mine: StepAnswers, theirs: StepAnswers): Difference[] {
  return sections.flatMap((section) => {
    const ours = toLines(section, mine);
    const stored = toLines(section, theirs);
    return [...new Map([...ours, ...stored])]
      .map(([key, { label }]) => ({ key, label, mine: ours.get(key)?.text ?? '', theirs: stored.get(key)?.text ?? '' }))
      .filter((line) => line.mine !== line.theirs);
  });
}

function toLines({ name, schema, ui }: ServedSection, answers: StepAnswers): Map<string, AnswerLine> {
  const lines = answerLines(schema, ui, answers[name], pageMessages('steps').answers, { key: name, label: '' });
  return new Map(lines.map((line) => [line.key, line]));
}

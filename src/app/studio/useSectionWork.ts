import { useMemo } from 'react';
import { useSources } from '../../api/studio';
import { branch } from '../../model/answers/paths';
import { type ListedField, listQuestions } from '../../model/studio/sectionFile';
import type { SchemaFiles } from '../../model/types';
import { changedFields, readSchema, resolveSchema, sectionFiles, useDraftFiles } from './draftFiles';

/** A section with the draft's changes. */
export interface SectionWork {
  section: string;
  /** Active files and their version. */
  live: Record<string, string>;
  head: number;
  /** The files with the draft's changes, and their contents. */
  texts: Record<string, string>;
  files: SchemaFiles;
  questions: ListedField[];
  isChanged(path: readonly string[]): boolean;
  isLoaded: boolean;
}

const none: Record<string, string> = {};

/** Returns a section's files and questions. With `isWhole`, also the questions of shared definitions. */
export function useSectionWork(section: string, version: string, isWhole: boolean): SectionWork {
  const sources = useSources(section, version);
  const live = sources?.files ?? none;
  const head = sources?.head ?? 0;
  const { texts, files } = useDraftFiles(live);
  return useMemo(() => {
    const { schema, ui } = sectionFiles(section);
    const whole = resolveSchema(files, schema);
    const questions = listQuestions(isWhole ? whole : readSchema(files, schema), whole, branch(files, ui));
    const isChanged = changedFields(section, files, live);
    return { section, live, head, texts, files, questions, isChanged, isLoaded: sources !== undefined };
  }, [section, live, head, texts, files, isWhole, sources]);
}

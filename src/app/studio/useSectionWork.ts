import { useMemo } from 'react';
import { type ActiveForms, useSharedFiles, useSources } from '../../api/studio';
import type { SharedFiles } from '../../contract/studio';
import { findUi } from '../../model/answers/paths';
import { type ListedField, listQuestions } from '../../model/studio/sectionFile';
import type { SchemaFiles } from '../../model/types';
import { useDraft } from './draft';
import { changedFields, readSchema, resolveSchema, sectionFiles, useDraftFiles } from './draftFiles';
import type { StudioPlace } from './studioPlace';

/** A section with the draft's changes. */
export interface SectionWork extends Pick<SharedFiles, 'settings' | 'metaSchemas' | 'elsewhere'> {
  section: string;
  live: Record<string, string>;
  head: number;
  texts: Record<string, string>;
  files: SchemaFiles;
  questions: ListedField[];
  isChanged(path: readonly string[]): boolean;
  isLoaded: boolean;
}

const none: Record<string, string> = {};
const noShared: SharedFiles = { files: {}, head: 0, settings: [], metaSchemas: {}, elsewhere: [] };

type SectionPlace = Pick<StudioPlace, 'section' | 'isOwn' | 'view'>;

/** Returns a section's files and questions. If `isOwn` is true, includes the questions in shared definitions. */
export function useSectionWork({ section, isOwn: isWhole, view }: SectionPlace, active: ActiveForms): SectionWork {
  const sources = useSources(section, active);
  const own = sources?.files ?? none;
  const { changes } = useDraft();
  const isMore = view !== 'questions' || (sources !== undefined && Object.keys(changes).some((file) => !(file in own)));
  const shared = useSharedFiles(isMore, active);
  const live = useMemo(() => ({ ...shared?.files, ...own }), [shared, own]);
  // Uses the lower version, because someone may have published between the two requests.
  const head = Math.min(sources?.head ?? 0, shared?.head ?? Number.POSITIVE_INFINITY);
  const { texts, files } = useDraftFiles(live);
  return useMemo(() => {
    const { schema, ui } = sectionFiles(section);
    const whole = resolveSchema(files, schema);
    const questions = listQuestions(isWhole ? whole : readSchema(files, schema), whole, findUi(files, ui));
    const isChanged = changedFields(section, files, live);
    const { settings, metaSchemas, elsewhere } = shared ?? noShared;
    const isLoaded = sources !== undefined;
    return { section, live, head, texts, files, questions, isChanged, isLoaded, settings, metaSchemas, elsewhere };
  }, [section, live, head, texts, files, isWhole, sources, shared]);
}

import { Box } from '@chakra-ui/react/box';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { StepRecords } from '../../../contract/steps';
import type { Checker, ServedForm } from '../../../model/types';
import { type PageServices, useFormServices } from '../../form/formServices';
import { knownChecks } from '../../form/loadedStep';
import { checkerOf } from '../../form/useCheckers';
import { AboutDocuments } from './AboutDocuments';
import { UploadForm } from './UploadForm';
import { type UploadGroup, uploadGroups } from './uploadBlocks';

export interface Wanted {
  title: string;
  type: number;
  source: number | null;
}

interface DocumentGroupsProps {
  trnId: string;
  form: ServedForm;
  checkers: Record<string, Checker>;
  income: StepRecords;
  wanted?: Wanted;
  onFiles(count: () => number): void;
}

/** Uploads and deletions are saved right away. */
export function DocumentGroups({ trnId, form, checkers, income, wanted, onFiles }: DocumentGroupsProps) {
  const services = useFinalAnswers(
    useFormServices(trnId, { documents: income.documents ?? [], checks: knownChecks(income) }),
  );
  // The groups are built once, because widgets store later changes.
  const [groups] = useState(() => {
    const all = uploadGroups(form.sections, income);
    return wanted ? findWanted(all, wanted) : all;
  });
  const place = useRef<HTMLDivElement>(null);
  // The dialog counts the files when it closes.
  useEffect(() => onFiles(() => services.documents.list().length), [onFiles, services]);
  useChooserFocus(place, wanted !== undefined);
  return (
    <div ref={place}>
      {groups.map(({ name, title, blocks, none }) => (
        <Box as="section" key={name} aria-labelledby={wanted ? undefined : `${name}-title`} {...(!wanted && GROUP)}>
          {!wanted && <h3 id={`${name}-title`}>{title}</h3>}
          <AboutDocuments section={name} title={title} />
          {blocks.length === 0 && <p className="rp-help">{none}</p>}
          {blocks.map((block) => (
            <div key={block.served.name}>
              {block.title && !wanted && (
                <Box as="h4" htmlTranslate="no" marginBlock="{spacing.4} {spacing.2}" fontWeight="bold">
                  {block.title}
                </Box>
              )}
              <UploadForm
                block={block}
                checker={checkerOf(checkers, name)}
                context={form.context}
                services={services}
              />
            </div>
          ))}
        </Box>
      ))}
    </div>
  );
}

/** Returns services that let applicants explain a check, but not change an earlier explanation. */
function useFinalAnswers(services: PageServices): PageServices {
  const [final] = useState(() => ({
    ...services,
    checks: services.checks && { ...services.checks, isFinal: true },
  }));
  return final;
}

const GROUP = { marginBottom: '6', paddingBottom: '5', borderBottom: '1px solid {colors.hair}' } as const;

function findWanted(groups: UploadGroup[], { type, source }: Wanted): UploadGroup[] {
  const found = groups
    .filter(({ types }) => types.includes(type))
    .map((group) => ({
      ...group,
      blocks: group.blocks.filter((block) => block.source === undefined || source === null || block.source === source),
    }))
    .filter(({ blocks }) => blocks.length > 0);
  return found.length > 0 ? found : groups;
}

/** Animation frames during which the focus is kept. An opening dialog or a rerendered field can take it. */
const OPENING = 90;

/** Focuses the file chooser, or the question before it. Keeps the focus there while the dialog opens. */
function useChooserFocus(place: RefObject<HTMLElement | null>, isWanted: boolean): void {
  // Synchronizes with the browser's focus.
  useEffect(() => {
    if (!isWanted) return undefined;
    const used = new AbortController();
    let frame = 0;
    const keepFocus = (framesLeft: number) => {
      const inputs = [...(place.current?.querySelectorAll<HTMLInputElement>('input:enabled') ?? [])];
      const chooser = inputs.find(({ type }) => type === 'file') ?? inputs.find(({ type }) => type === 'radio');
      if (chooser && document.activeElement !== chooser) chooser.focus();
      if (framesLeft > 0) frame = requestAnimationFrame(() => keepFocus(framesLeft - 1));
    };
    const stop = () => {
      cancelAnimationFrame(frame);
      used.abort();
    };
    frame = requestAnimationFrame(() => keepFocus(OPENING));
    // After a key press or click, the applicant controls the focus.
    for (const name of ['keydown', 'pointerdown'])
      document.addEventListener(name, stop, { capture: true, signal: used.signal });
    return stop;
  }, [place, isWanted]);
}

import { pageMessages } from '../../messages/useMessages';

export interface FormQuestions {
  /** Keys of the questions that can be edited, such as `address/[]/city`. */
  keys: ReadonlySet<string>;
  chosen: string | undefined;
  isChanged(path: readonly string[]): boolean;
}

/** Marks changed and chosen questions, including questions in rows added later. Returns a cleanup function. */
export function markQuestions(
  place: HTMLElement,
  section: string,
  { keys, chosen, isChanged }: FormQuestions,
): () => void {
  const mark = () => {
    const frames = place.querySelectorAll<HTMLElement>('.rp-field, .rp-group, .rp-list');
    for (const frame of frames) {
      const paths = pathsOf(frame, section);
      const key = longestKey(paths, keys);
      const isInChosen = frame.parentElement?.closest('[data-chosen]') != null;
      setMark(frame, 'chosen', key !== undefined && key === chosen && !isInChosen ? '' : undefined);
      const isOther = frame.matches('.rp-field') && paths.some(isChanged);
      setMark(frame, 'changed', isOther ? pageMessages('studio').page.changedMark : undefined);
    }
  };
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(place, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function setMark(frame: HTMLElement, name: 'chosen' | 'changed', value: string | undefined): void {
  if (frame.dataset[name] === value) return;
  if (value === undefined) delete frame.dataset[name];
  else frame.dataset[name] = value;
}

export function findQuestion(element: Element, section: string, keys: ReadonlySet<string>): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const found = longestKey(pathsOf(at, section), keys);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the paths that an element's id can stand for. A field has no id, so its control's id is used. */
function pathsOf(element: Element, section: string): string[][] {
  const isOwn = element.id.startsWith(`${section}_`);
  const id = isOwn ? element.id : element.matches('.rp-field') && element.querySelector(`[id^="${section}_"]`)?.id;
  if (!id) return [];
  const [name = ''] = id.slice(section.length + 1).split('__');
  return possiblePaths(name.split('_'));
}

/**
 * Returns the innermost question's key. A shared definition's field belongs to the question that uses the definition.
 */
function longestKey(paths: readonly string[][], keys: ReadonlySet<string>): string | undefined {
  const found = paths.flatMap((path) => path.map((_, index) => path.slice(0, index + 1).join('/')));
  return found.filter((key) => keys.has(key)).sort((a, b) => b.length - a.length)[0];
}

/**
 * Returns all possible paths, because names may contain underscores. For example, `address_0_zip_code` can be
 * `address/[]/zip/code` or `address/[]/zip_code`.
 */
function possiblePaths(parts: readonly string[]): string[][] {
  const [first, ...rest] = parts;
  if (first === undefined) return [[]];
  const whole = /^\d+$/.test(first) ? '[]' : first;
  const unjoined = possiblePaths(rest).map((path) => [whole, ...path]);
  const [next, ...others] = rest;
  const joined = next === undefined || whole === '[]' ? [] : possiblePaths([`${first}_${next}`, ...others]);
  return [...unjoined, ...joined];
}

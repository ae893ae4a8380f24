import { useMemo, useState } from 'react';
import type { ChangeReport, StudioChoices } from '../../../contract/studio';
import { useMessages } from '../../../messages/useMessages';
import { fillText } from '../../../model/messages/fillText';
import { countTexts, listTexts, type StudioText } from '../../../model/studio/texts';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { parseFiles } from '../draftFiles';
import { Mark, Pane, Panes, SmallHeading } from '../parts';
import type { SectionWork } from '../useSectionWork';
import { FilesNav } from './FilesNav';
import { TextRow, translationIn } from './TextRow';
import { groupTexts, keyOf, searchTexts, type TextList } from './textGroups';

export interface TextsViewProps {
  work: SectionWork;
  languages: StudioChoices['languages'];
  findings: ChangeReport['findings'];
  /**
   * Id of the chosen list or text, such as `'emails/server'` or `'texts/server.json/mail/reset/text'`. For settings,
   * the file's name.
   */
  chosen: string | undefined;
  onOpen(id: string): void;
}

export function TextsView({ work, languages, findings, chosen, onOpen }: TextsViewProps) {
  const messages = useMessages('studio').files;
  const [{ query, keys }, setSearch] = useState(noSearch);
  const lists = useMemo(() => groupTexts(work.files, messages), [work.files, messages]);
  const isChanged = useChangedTexts(work, languages);
  const counts = useMemo(() => countTexts(work.files), [work.files]);
  const isChosen = (one: TextList, text: StudioText) => keyOf(one, text) === chosen;
  const list =
    lists.find(({ id }) => id === chosen) ??
    lists.find((one) => one.texts.some((text) => isChosen(one, text))) ??
    lists[0];
  if (!list) return <Skeleton fields={6} />;
  // Results stay in the list, even if the edited text no longer matches.
  const found = lists.flatMap((one) =>
    one.texts
      .filter((text) => (query ? keys.has(keyOf(one, text)) : one === list))
      .map((text) => ({ list: one, text })),
  );
  found.sort((one, other) => Number(isChosen(other.list, other.text)) - Number(isChosen(one.list, one.text)));
  const search = (words: string) =>
    setSearch({
      query: words,
      keys: searchTexts(lists, words.trim(), (text) => languages.map(({ id }) => translationIn(work, id, text))),
    });
  return (
    <>
      <FilesNav
        label={messages.views.texts}
        groups={toGroups(lists, isChanged)}
        chosen={query ? '' : list.id}
        onOpen={(id) => {
          setSearch(noSearch);
          onOpen(id);
        }}
        search={{ label: messages.search, query, onSearch: search }}
      />
      <Panes>
        <Pane aria-label={messages.views.texts}>
          <SmallHeading>{query ? messages.results : `${list.group}: ${list.title}`}</SmallHeading>
          <p className="rp-help" role={query ? 'status' : undefined}>
            {query ? fillText(messages.found, { count: found.length }) : messages.lead}
          </p>
          <TextRows key={query || list.id} found={found} isSearch={query !== ''}>
            {({ list: { file }, text }) => (
              <TextRow
                key={keyOf({ file }, text)}
                {...{ work, file, text, languages, findings, counts, isChanged: isChanged(file, text) }}
              />
            )}
          </TextRows>
        </Pane>
      </Panes>
    </>
  );
}

const noSearch = { query: '', keys: new Set<string>() };

/** Rows added at a time. All rows at once would make the page slow. */
const PAGE = 40;

interface TextRowsProps {
  found: Found[];
  isSearch: boolean;
  children(found: Found): React.ReactNode;
}

interface Found {
  list: TextList;
  text: StudioText;
}

function TextRows({ found, isSearch, children }: TextRowsProps) {
  const messages = useMessages('studio').files;
  const [shown, setShown] = useState(PAGE);
  const rows = found.slice(0, shown);
  const startsGroup = (index: number) => isSearch && rows[index - 1]?.list !== rows[index]?.list;
  return (
    <>
      {rows.map((one, index) => [
        startsGroup(index) && (
          <p key={one.list.id}>
            <Mark>{`${one.list.group}: ${one.list.title}`}</Mark>
          </p>
        ),
        children(one),
      ])}
      {found.length > shown && (
        <Button onClick={() => setShown(shown + PAGE)}>
          {fillText(messages.more, { count: Math.min(PAGE, found.length - shown) })}
        </Button>
      )}
    </>
  );
}

function useChangedTexts(work: SectionWork, languages: StudioChoices['languages']) {
  return useMemo(() => {
    const before = parseFiles(work.live, work.live);
    const live = new Map<string, string>();
    for (const file of Object.keys(before).filter((one) => one.startsWith('texts/')))
      for (const text of listTexts(before[file])) live.set(keyOf({ file }, text), text.text);
    const isSame = (text: string, was: string) =>
      text === was &&
      languages.every(({ id }) => translationIn(work, id, text) === translationIn({ files: before }, id, text));
    return (file: string, text: StudioText) => !isSame(text.text, live.get(keyOf({ file }, text)) ?? '');
  }, [work, languages]);
}

function toGroups(lists: TextList[], isChanged: (file: string, text: StudioText) => boolean) {
  return [...new Set(lists.map(({ group }) => group))].map((title) => ({
    title,
    items: lists
      .filter(({ group }) => group === title)
      .map((list) => ({
        id: list.id,
        title: list.title,
        isChanged: list.texts.some((text) => isChanged(list.file, text)),
      })),
  }));
}

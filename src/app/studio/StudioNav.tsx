import { Input } from '@chakra-ui/react/input';
import { type ReactNode, useState } from 'react';
import type { StudioChoices } from '../../contract/studio';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { useMedia } from '../ui/useMedia';
import { Mark, Nav, NavGroup, NavItem } from './parts';
import type { StudioPlace } from './studioPlace';
import { WIDE_PAGE } from './studioStyles';

interface StudioNavProps {
  sections: StudioChoices['sections'];
  place: StudioPlace;
  onOpen(section: string, question?: string): void;
  children: ReactNode;
}

/** Lists the sections, with a search. Collapsed unless the page is wide. */
export function StudioNav(props: StudioNavProps) {
  const messages = useMessages('studio').page;
  const { sections, place } = props;
  const isWide = useMedia(WIDE_PAGE);
  const title = sections.find(({ name }) => name === place.section)?.title ?? place.section;
  if (isWide) return <NavContent {...props} />;
  return (
    <NavGroup key={`${place.section} ${place.question}`} data-whole="">
      <summary>
        {messages.find}: {title}
      </summary>
      <NavContent {...props} />
    </NavGroup>
  );
}

function NavContent({ sections, place, onOpen, children }: StudioNavProps) {
  const messages = useMessages('studio').page;
  const [query, setQuery] = useState('');
  const words = query.trim().toLowerCase();
  return (
    <Nav aria-label={messages.sections}>
      <Input
        type="search"
        aria-label={messages.search}
        placeholder={messages.search}
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {words ? (
        <SearchResults sections={sections} words={words} onOpen={onOpen} />
      ) : (
        <SectionTree sections={sections} place={place} onOpen={onOpen}>
          {children}
        </SectionTree>
      )}
    </Nav>
  );
}

function SectionTree({ sections, place, onOpen, children }: StudioNavProps) {
  const messages = useMessages('studio').page;
  const names: Record<string, string | undefined> = messages.flows;
  const groupOf = ({ flow, step }: StudioChoices['sections'][number]) =>
    names[flow] ?? (step || flow || messages.otherSections);
  const groups = [...new Set(sections.map(groupOf))];
  return groups.map((group) => {
    const own = sections.filter((one) => groupOf(one) === group);
    const isHere = own.some(({ name }) => name === place.section);
    return (
      <NavGroup key={`${group} ${isHere}`} open={isHere}>
        <summary>{group}</summary>
        <ul>
          {own.map(({ name, title }) => (
            <li key={name}>
              <NavItem aria-current={name === place.section ? 'true' : undefined} onClick={() => onOpen(name)}>
                {title}
              </NavItem>
              {name === place.section && children}
            </li>
          ))}
        </ul>
      </NavGroup>
    );
  });
}

const MAX_RESULTS = 30;

function SearchResults({ sections, words, onOpen }: Pick<StudioNavProps, 'sections' | 'onOpen'> & { words: string }) {
  const messages = useMessages('studio').page;
  const has = (text: string | undefined) => text?.toLowerCase().includes(words);
  const found = sections.flatMap(({ name, title, questions }) => [
    ...(has(title) ? [{ section: name, title, label: title, key: undefined }] : []),
    ...questions
      .filter(({ key, label, help }) => has(label) || has(help) || has(key))
      .map(({ key, label }) => ({ section: name, title, label, key })),
  ]);
  return (
    <>
      <p className="rp-help" role="status">
        {fillText(messages.found, { count: found.length })}
      </p>
      <ul>
        {found.slice(0, MAX_RESULTS).map(({ section, title, label, key }) => (
          <li key={`${section} ${key}`}>
            <NavItem onClick={() => onOpen(section, key)}>
              {label} {key && <Mark>{title}</Mark>}
            </NavItem>
          </li>
        ))}
      </ul>
    </>
  );
}

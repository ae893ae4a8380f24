import { Input } from '@chakra-ui/react/input';
import { useMessages } from '../../../messages/useMessages';
import { useMedia } from '../../ui/useMedia';
import { Mark, Nav, NavGroup, NavItem } from '../parts';
import { WIDE_PAGE } from '../studioStyles';

export interface FileGroup {
  title: string;
  items: { id: string; title: string; isChanged: boolean }[];
}

interface FilesNavProps {
  label: string;
  groups: FileGroup[];
  chosen: string;
  onOpen(id: string): void;
  search?: { label: string; query: string; onSearch(query: string): void };
}

/** Collapsed unless the page is wide. */
export function FilesNav(props: FilesNavProps) {
  const { label, groups, chosen } = props;
  const title = groups.flatMap(({ items }) => items).find(({ id }) => id === chosen)?.title;
  if (useMedia(WIDE_PAGE)) return <NavContent {...props} />;
  return (
    <NavGroup key={chosen} data-whole="">
      <summary>{title ? `${label}: ${title}` : label}</summary>
      <NavContent {...props} />
    </NavGroup>
  );
}

function NavContent({ label, groups, chosen, onOpen, search }: FilesNavProps) {
  const { changed } = useMessages('studio').work;
  return (
    <Nav aria-label={label}>
      {search && (
        <Input
          type="search"
          aria-label={search.label}
          placeholder={search.label}
          autoComplete="off"
          value={search.query}
          onChange={(event) => search.onSearch(event.target.value)}
        />
      )}
      {groups.map(({ title, items }) => (
        <NavGroup key={title} open={items.some(({ id }) => id === chosen) || groups.length === 1}>
          <summary>{title}</summary>
          <ul>
            {items.map(({ id, title: name, isChanged }) => (
              <li key={id}>
                <NavItem aria-current={id === chosen ? 'true' : undefined} onClick={() => onOpen(id)}>
                  {name}
                  {isChanged && <Mark>{changed}</Mark>}
                </NavItem>
              </li>
            ))}
          </ul>
        </NavGroup>
      ))}
    </Nav>
  );
}

interface Tab {
  anchor: string;
  tab: string;
}

interface SideTabsProps {
  label: string;
  tabs: readonly Tab[];
  /** The anchor where the applicant is. */
  current: string;
  onChoose(anchor: string): void;
}

/** The parts of a page, next to it on a wide screen; the one with the focus stands out. */
export function SideTabs({ label, tabs, current, onChoose }: SideTabsProps) {
  return (
    <nav className="ap-tabs" aria-label={label}>
      <ul>
        {tabs.map(({ anchor, tab }) => (
          <li key={anchor}>
            <a
              href={`#${anchor}`}
              aria-current={anchor === current ? 'location' : undefined}
              onClick={() => onChoose(anchor)}
            >
              {tab}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

import { Box } from '@chakra-ui/react/box';
import { chakra } from '@chakra-ui/react/styled-system';

interface Tab {
  anchor: string;
  tab: string;
}

interface SideTabsProps {
  label: string;
  tabs: readonly Tab[];
  current: string;
  onChoose(anchor: string): void;
}

export function SideTabs({ label, tabs, current, onChoose }: SideTabsProps) {
  return (
    <Box as="nav" aria-label={label} {...NAV}>
      <ul>
        {tabs.map(({ anchor, tab }) => (
          <li key={anchor}>
            <chakra.a
              href={`#${anchor}`}
              aria-current={anchor === current ? 'location' : undefined}
              onClick={() => onChoose(anchor)}
              {...TAB}
            >
              {tab}
            </chakra.a>
          </li>
        ))}
      </ul>
    </Box>
  );
}

const NAV = {
  position: 'sticky',
  top: '6',
  alignSelf: 'start',
  css: { '@media (max-width: 1023px)': { display: 'none' } },
} as const;

const TAB = {
  display: 'block',
  padding: '{spacing.2} {spacing.4}',
  borderInlineStart: '3px solid',
  borderColor: 'hair',
  color: 'ink',
  lineHeight: 'snug',
  _hover: { bg: 'surface' },
  css: { '&[aria-current]': { borderColor: 'accentText', color: 'accentText', fontWeight: 'medium' } },
} as const;

import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { Table as Chakra } from '@chakra-ui/react/table';
import type { ComponentProps } from 'react';

interface TableProps extends Omit<ComponentProps<typeof Chakra.Root>, 'recipe' | 'native'> {
  /** On a phone each row is a card whose cells bear the name of their column (`data-label`). */
  isStacked?: boolean;
}

/** Chakra's table around plain rows and cells. */
export function Table({ isStacked, ...rest }: TableProps) {
  return <Chakra.Root native recipe={recipe} css={isStacked ? stacked : undefined} {...rest} />;
}

const recipe = defineSlotRecipe({
  className: 'rp-table',
  slots: ['root', 'header', 'body', 'footer', 'row', 'columnHeader', 'cell', 'caption'],
  base: {
    root: {
      width: '100%',
      borderCollapse: 'collapse',
      overflowWrap: 'anywhere',
      '& :is(th, td)': {
        padding: '{spacing.3} {spacing.3} {spacing.3} 0',
        borderBottom: '1px solid {colors.hair}',
        textAlign: 'start',
        verticalAlign: 'top',
        fontWeight: 'normal',
      },
      '& thead th': { color: 'muted', fontSize: 'small' },
    },
  },
});

const stacked = {
  mdDown: {
    '& thead': { display: 'none' },
    '& :is(tbody, tr, th, td)': { display: 'block', border: '0', paddingBlock: '1' },
    '& tr': { paddingBlock: '3', borderBottom: '1px solid {colors.hair}' },
    '& td:empty': { display: 'none' },
    '& td[data-label]::before': { content: 'attr(data-label) ": "', color: 'muted' },
  },
} as const;

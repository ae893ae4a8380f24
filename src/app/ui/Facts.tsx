import { DataList } from '@chakra-ui/react/data-list';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export function Facts({ children }: { children: ReactNode }) {
  return <DataList.Root recipe={recipe}>{children}</DataList.Root>;
}

interface FactProps {
  label: string;
  /** True for names, numbers and addresses, because they aren't translated. */
  isOwn?: boolean;
  children: ReactNode;
}

export function Fact({ label, isOwn, children }: FactProps) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue htmlTranslate={isOwn ? 'no' : undefined}>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}

const recipe = defineSlotRecipe({
  className: 'rp-facts',
  slots: ['root', 'item', 'itemLabel', 'itemValue'],
  base: {
    root: { marginBlock: '5', borderTop: '1px solid {colors.hair}' },
    item: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      gap: '{spacing.1} {spacing.2}',
      paddingBlock: { base: '2', md: '3' },
      borderBottom: '1px solid {colors.hair}',
    },
    itemLabel: { color: 'muted' },
    itemValue: { minWidth: '0', maxWidth: '100%', fontWeight: 'medium', overflowWrap: 'break-word' },
  },
});

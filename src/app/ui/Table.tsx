import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { Table as Chakra } from '@chakra-ui/react/table';
import type { ComponentProps } from 'react';
import type { AnswerLine } from '../../model/answers/answerLines';
import { Fact, Facts } from './Facts';

interface TableProps extends Omit<ComponentProps<typeof Chakra.Root>, 'recipe' | 'native'> {
  /** If set, rows become cards on narrow screens. Use 'early' for wide tables. */
  isStacked?: boolean | 'early';
}

export function Table({ isStacked, ...rest }: TableProps) {
  return (
    <Chakra.Root
      native
      recipe={recipe}
      css={isStacked ? { [isStacked === 'early' ? EARLY : 'mdDown']: cards } : undefined}
      {...rest}
    />
  );
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

/** Eight columns in Spanish don't fit below this width. */
const EARLY = '@media (max-width: 1023px)';

const cards = {
  '& thead': { display: 'none' },
  '& :is(tbody, tr, th, td)': { display: 'block', border: '0', paddingBlock: '1' },
  '& tr': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 18rem), 1fr))',
    paddingBlock: '3',
    borderBottom: '1px solid {colors.hair}',
  },
  '& tbody th': { gridColumn: '1 / -1', fontWeight: 'medium' },
  '& td:empty': { display: 'none' },
  '& td[data-label]::before': { content: 'attr(data-label) ": "', color: 'muted' },
} as const;

export function AnswerList({ lines, none }: { lines: readonly AnswerLine[]; none: string }) {
  return (
    <>
      {lines.length === 0 && <p className="rp-help">{none}</p>}
      <Facts>
        {lines.map(({ key, label, text }) => (
          <Fact key={key} label={label} isOwn>
            {text}
          </Fact>
        ))}
      </Facts>
    </>
  );
}

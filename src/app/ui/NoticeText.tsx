import { Box } from '@chakra-ui/react/box';
import type { ShownNotice } from '../../contract/notices';
import { preventBreaks } from './preventBreaks';

type NoticeTextProps = { notice: Pick<ShownNotice, 'paragraphs' | 'points' | 'criteria'> };

export function NoticeText({ notice: { paragraphs, points, criteria } }: NoticeTextProps) {
  return (
    <Box css={TEXT}>
      {paragraphs.map((text) => (
        <p key={text}>{preventBreaks(text)}</p>
      ))}
      {points.length > 0 && (
        <ul>
          {points.map((text) => (
            <li key={text}>{preventBreaks(text)}</li>
          ))}
        </ul>
      )}
      {criteria.length > 0 && (
        <Box {...CRITERIA}>
          {criteria.map((text) => (
            <p key={text}>{preventBreaks(text)}</p>
          ))}
        </Box>
      )}
    </Box>
  );
}

const TEXT = {
  '& p': { marginBottom: '3' },
  '& ul': { listStyle: 'disc', paddingInlineStart: '5', marginBottom: '3' },
  '& li': { paddingBlock: '1', lineHeight: 'snug' },
} as const;

const CRITERIA = {
  padding: '4',
  paddingBottom: '1',
  marginBottom: '3',
  border: '1px solid {colors.hair}',
  borderRadius: 'control',
  bg: 'surface',
} as const;

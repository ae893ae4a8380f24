import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import { useState } from 'react';
import { assignTo } from '../../api/office';
import type { OfficeApplication } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { type OfficeAction, officeFile } from '../../model/office';
import { Button } from '../ui/Button';
import { FieldRow, SelectBox } from '../ui/FieldRow';
import { type Problem, ProblemBanner, readProblem } from './OfficeForm';

interface DecisionPanelProps {
  application: OfficeApplication;
  onChoose(act: OfficeAction): void;
  onChanged(): void;
}

export function DecisionPanel({ application, onChoose, onChanged }: DecisionPanelProps) {
  const messages = useMessages('office');
  const { acts, assigned_to, people, revision, id } = application;
  const [problem, setProblem] = useState<Problem>();
  async function assign(person: string) {
    try {
      await assignTo(id, revision, person || null);
      onChanged();
    } catch (cause) {
      setProblem(readProblem(cause));
    }
  }
  return (
    <Flex as="section" aria-labelledby="acts" {...BAR}>
      <Box as="h2" id="acts" {...TITLE}>
        {messages.acts.title}
      </Box>
      {acts.length === 0 && <p className="rp-help">{messages.acts.none}</p>}
      <Box className="of-acts" {...ACTS}>
        {acts.map((act) => (
          <Button
            key={act}
            variant={act === 'decline' ? 'danger' : 'plain'}
            aria-keyshortcuts={SHORTCUTS[act]}
            onClick={() => onChoose(act)}
          >
            {officeFile().acts[act].title}
          </Button>
        ))}
      </Box>
      {acts.length > 0 && (
        <FieldRow label={messages.acts.assign}>
          {(control) => (
            <SelectBox {...control} value={assigned_to?.id ?? ''} onChange={(event) => void assign(event.target.value)}>
              <option value="">{messages.list.nobody}</option>
              {people.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
            </SelectBox>
          )}
        </FieldRow>
      )}
      {problem && <ProblemBanner problem={problem} onLook={() => [setProblem(undefined), onChanged()]} />}
    </Flex>
  );
}

const SHORTCUTS: Partial<Record<OfficeAction, string>> = { approve: 'a', decline: 'd', askDocuments: 'r' };

/** From this width up, the whole panel stays in view. */
const WIDE = '@media (min-width: 1180px)';
/** From this width up, the decision buttons stay in view. On narrower screens, they're too tall. */
const WIDE_SCREEN = '@media (min-width: 640px)';
const STICKY = {
  position: 'sticky',
  top: '0',
  zIndex: '1',
  paddingBlock: '3',
  borderBottom: '1px solid {colors.hair}',
  bg: 'paper',
} as const;
const BAR = {
  display: 'contents',
  css: {
    [WIDE]: { ...STICKY, display: 'flex', alignItems: 'center', gap: '4', marginBottom: '5' },
    '& .rp-field': { marginBlock: '4', [WIDE]: { flexDirection: 'row', alignItems: 'center', gap: '3', margin: '0' } },
    '& .rp-field select': { minWidth: '11rem' },
    '& .rp-field label': { [WIDE]: { margin: '0', flex: 'none' } },
  },
} as const;
const TITLE = { css: { fontSize: 'title3', marginBottom: '2', [WIDE]: { margin: '0' } } } as const;
const ACTS = {
  css: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: '2',
    '& button': { minWidth: 'min-content', paddingInline: '3', whiteSpace: 'normal' },
    '& button:last-child:nth-child(odd)': { gridColumn: '1 / -1' },
    [WIDE_SCREEN]: { ...STICKY, display: 'flex' },
    [WIDE]: { position: 'static', flex: '1', padding: '0', border: '0' },
  },
} as const;

import { Box } from '@chakra-ui/react/box';
import { Flex } from '@chakra-ui/react/flex';
import type { ReactNode } from 'react';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { Button } from '../ui/Button';
import { LineIcon } from '../ui/LineIcon';
import { draft, useEditSteps } from './draft';
import { Bar, Mark } from './parts';

interface StudioBarProps {
  title: string;
  isDraft: boolean;
  mayEdit: boolean;
  /** Undefined if the number isn't known, for example while checks run. */
  problems: number | undefined;
  onPublish(): void;
  /** Undefined if there's nothing to compare, or if the comparison is open. */
  onRehearse?: (() => void) | undefined;
  children: ReactNode;
}

export function StudioBar({ title, isDraft, mayEdit, problems, onPublish, onRehearse, children }: StudioBarProps) {
  const messages = useMessages('studio');
  const { page, work, rehearsal } = messages;
  return (
    <Bar>
      <Box minWidth="0" flexBasis={{ base: '100%', md: 'auto' }}>
        <Box as="h1" margin="0" color="muted" fontSize="small" fontWeight="medium">
          {page.heading}
        </Box>
        <Box as="p" fontSize="title3" fontWeight="bold" lineHeight="tight" overflowWrap="anywhere">
          {title} {mayEdit && <Mark>{isDraft ? work.states.draft : work.states.live}</Mark>}
        </Box>
      </Box>
      <Flex wrap="wrap" align="center" gap="2" flex="1" justify={{ base: 'space-between', md: 'flex-end' }}>
        {mayEdit && <UndoButtons />}
        {onRehearse && <Button onClick={onRehearse}>{rehearsal.open}</Button>}
        {mayEdit && isDraft && (
          <Button variant="primary" onClick={onPublish}>
            {problems ? fillText(work.publishAfter, { count: problems }) : work.publish}
          </Button>
        )}
        <LanguageSwitch />
        {children}
      </Flex>
    </Bar>
  );
}

const UNDO = 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3';
const REDO = 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3';

function UndoButtons() {
  const messages = useMessages('studio').work;
  const { canUndo, canRedo } = useEditSteps();
  return (
    <Flex gap="2" role="group" aria-label={messages.steps}>
      <Button
        aria-label={messages.undoStep}
        title={`${messages.undoStep} (Ctrl+Z)`}
        aria-disabled={!canUndo}
        paddingInline="3"
        onClick={draft.undo}
      >
        <LineIcon path={UNDO} />
      </Button>
      <Button
        aria-label={messages.redoStep}
        title={`${messages.redoStep} (Ctrl+Shift+Z)`}
        aria-disabled={!canRedo}
        paddingInline="3"
        onClick={draft.redo}
      >
        <LineIcon path={REDO} />
      </Button>
    </Flex>
  );
}

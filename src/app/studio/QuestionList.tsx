import { Box } from '@chakra-ui/react/box';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import type { ListedField } from '../../model/studio/sectionFile';
import { Fields, Mark } from './parts';
import type { QuestionActions } from './questionActions';

interface QuestionListProps {
  questions: readonly ListedField[];
  chosen: string | undefined;
  /** If `isByKey` is true, the editor should receive the focus. */
  onChoose(key: string, isByKey: boolean): void;
  badgeOf(path: readonly string[]): string | undefined;
  actions?: Pick<QuestionActions, 'move' | 'moveTo'>;
}

/** With `actions`, questions can be moved by dragging, or with Alt and the up and down arrows. */
export function QuestionList({ questions, chosen, onChoose, badgeOf, actions }: QuestionListProps) {
  const messages = useMessages('studio').work;
  const [dragged, setDragged] = useState<ListedField>();
  const [over, setOver] = useState<string>();
  const isSibling = ({ path }: ListedField) => dragged?.path.slice(0, -1).join('/') === path.slice(0, -1).join('/');
  const onKeyDown = (event: KeyboardEvent, question: ListedField) => {
    const by = event.altKey && { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key];
    if (!by || !actions) return;
    event.preventDefault();
    actions.move(question, by);
  };
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  const dragging = (question: ListedField) =>
    actions && {
      draggable: true,
      onDragStart({ dataTransfer }: DragEvent) {
        // Firefox doesn't start a drag without data.
        dataTransfer.setData('text/plain', question.label);
        dataTransfer.effectAllowed = 'move';
        setDragged(question);
      },
      onDragOver(event: DragEvent) {
        if (!isSibling(question)) return;
        event.preventDefault();
        setOver(keyOf(question));
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        if (dragged && isSibling(question)) actions.moveTo(dragged, question);
        end();
      },
      onDragEnd: end,
    };
  return (
    <Fields>
      {questions.map((question) => {
        const { path, label } = question;
        const key = keyOf(question);
        const badge = badgeOf(path);
        return (
          <Box
            as="li"
            key={key}
            paddingInlineStart={`${(path.length - 1) * 0.5}rem`}
            data-over={over === key ? '' : undefined}
            {...dragging(question)}
          >
            <button
              type="button"
              aria-pressed={key === chosen}
              title={actions && fillText(messages.moveHint, { label })}
              onKeyDown={(event) => onKeyDown(event, question)}
              onClick={({ detail }) => onChoose(key, detail === 0)}
            >
              {label}
              {badge && <Mark>{badge}</Mark>}
            </button>
          </Box>
        );
      })}
    </Fields>
  );
}

const keyOf = ({ path }: ListedField) => path.join('/');

import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import type { Path } from '../../model/types';
import { focusSoon } from '../createFieldIds';
import { useEngine } from '../Engine';
import { findListQuestion } from '../listQuestion';
import { fade } from '../motion';

interface EditRowProps {
  id: string;
  title: string;
  isLocked: boolean;
  onOpen(): void;
}

export function EditRow({ id, title, isLocked, onOpen }: EditRowProps) {
  const texts = useMessages('engine');
  return (
    <Button
      id={`${id}__edit`}
      variant="plain"
      data-variant="link"
      aria-label={fillText(isLocked ? texts.showRowLabel : texts.editRowLabel, { item: title })}
      aria-expanded={false}
      aria-controls={`${id}__body`}
      onClick={onOpen}
    >
      {isLocked ? texts.showRow : texts.editRow}
    </Button>
  );
}

interface DeleteRowProps {
  list: Path;
  index: number;
  title: string;
}

export function DeleteRow({ list, index, title }: DeleteRowProps) {
  const texts = useMessages('engine');
  const { ids, place, actions } = useEngine();

  const [isDeleting, setDeleting] = useState(false);

  async function remove() {
    let bringBack = () => {};
    const isGone = await actions.removeRow(list, index, () => {
      setDeleting(true);
      bringBack = fade(document.getElementById(ids.of([...list, index])));
    });
    setDeleting(false);
    if (!isGone) return bringBack();
    const answer = findListQuestion(place, list, 'list')?.answerPath ?? list;
    const rows = [index, index - 1].map((at) => `${ids.of([...list, at])}__title`);
    focusSoon(...rows, ids.of(answer));
  }

  return (
    <Button
      id={`${ids.of([...list, index])}__delete`}
      variant="plain"
      data-variant="danger"
      aria-label={fillText(isDeleting ? texts.deletingRowLabel : texts.deleteRowLabel, { item: title })}
      aria-disabled={isDeleting || undefined}
      onClick={remove}
    >
      {isDeleting ? texts.deletingRow : texts.deleteRow}
    </Button>
  );
}

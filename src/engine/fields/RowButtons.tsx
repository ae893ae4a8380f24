import { Button } from '@chakra-ui/react/button';
import { useState } from 'react';
import type { Messages } from '../../messages/files';
import { useMessages } from '../../messages/useMessages';
import { fillText } from '../../model/messages/fillText';
import type { Path } from '../../model/types';
import { focusSoon } from '../createFieldIds';
import { useEngine } from '../Engine';
import { findListQuestion } from '../listQuestion';
import { fade } from '../motion';

interface ToggleRowProps {
  id: string;
  title: string;
  isOpen: boolean;
  isLocked: boolean;
  onOpen(): void;
  onClose(): void;
}

/** The Edit or Show button on a folded row, or the Close button on an open row. */
export function ToggleRow({ id, title, isOpen, isLocked, onOpen, onClose }: ToggleRowProps) {
  const texts = useMessages('engine');
  const [text, label] = toggleTexts(texts, isOpen, isLocked);
  return (
    <Button
      id={`${id}__edit`}
      variant="plain"
      data-variant="link"
      aria-label={fillText(label, { item: title })}
      aria-expanded={isOpen}
      aria-controls={`${id}__body`}
      onClick={isOpen ? onClose : onOpen}
    >
      {text}
    </Button>
  );
}

function toggleTexts(texts: Messages<'engine'>, isOpen: boolean, isLocked: boolean): [text: string, label: string] {
  if (isOpen) return [texts.closeRow, texts.closeRowLabel];
  return isLocked ? [texts.showRow, texts.showRowLabel] : [texts.editRow, texts.editRowLabel];
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

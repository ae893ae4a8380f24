import { draft } from './draft';

/** Listens for the undo and redo keys outside text fields. Returns a cleanup function. */
export function listenForUndo(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z';
    const isRedo = event.ctrlKey && !event.altKey && event.key.toLowerCase() === 'y';
    if ((!isUndo && !isRedo) || event.defaultPrevented || isText(event.composedPath()[0])) return;
    event.preventDefault();
    if (isRedo || event.shiftKey) draft.redo();
    else draft.undo();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

const NO_TEXT = ['checkbox', 'radio', 'button', 'submit', 'range', 'color', 'file'];

function isText(target: EventTarget | undefined): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) return !NO_TEXT.includes(target.type);
  return target instanceof HTMLElement && target.isContentEditable;
}

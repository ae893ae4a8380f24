import { useEffect } from 'react';
import { watchLateSaves } from '../../api/lateSaves';
import { pageMessages } from '../../messages/useMessages';
import { toast, toasts } from './Toaster';

/** Says that a save is late, and that it needs no second click. */
export function LateSaves() {
  // Synchronizes with the calls.
  useEffect(() => watchLateSaves(showLateSave), []);
  return null;
}

function showLateSave(): void {
  const text = pageMessages('shell').api.late;
  // A message that is shown again would be read out again.
  if (!toasts.items().some((shown) => shown.text === text)) toast('info', text);
}

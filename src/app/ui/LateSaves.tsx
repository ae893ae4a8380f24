import { useEffect } from 'react';
import { watchLateSaves } from '../../api/lateSaves';
import { pageMessages } from '../../messages/useMessages';
import { toast, toasts } from './Toaster';

export function LateSaves() {
  useEffect(() => watchLateSaves(showLateSave), []);
  return null;
}

function showLateSave(): void {
  const text = pageMessages('shell').api.late;
  // Showing the same message again would make screen readers repeat it.
  if (!toasts.items().some((shown) => shown.text === text)) toast('info', text);
}

import { createContext, type ReactNode, useContext } from 'react';
import { useMessages } from '../../messages/useMessages';
import { Button } from './Button';

/** Closes the surrounding dialog. If text was typed, asks first. */
export const CloseContext = createContext<() => void>(() => {
  throw new Error('CancelButton is used outside a dialog.');
});

export function CancelButton({ children }: { children?: ReactNode }) {
  const messages = useMessages('shell').dialog;
  const close = useContext(CloseContext);
  return <Button onClick={close}>{children ?? messages.cancel}</Button>;
}

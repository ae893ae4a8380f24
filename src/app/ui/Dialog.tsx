import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import texts from '../../../schemas/texts/shell.json';
import './dialog.css';

interface DialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
  footer?: ReactNode;
  /** 'full' covers the page. */
  size?: 'normal' | 'full';
  /** 'alert' for a question that wants an answer: no closing cross. */
  kind?: 'dialog' | 'alert';
}

/** The browser's own modal dialog: it holds the focus, closes with Escape and gives the focus back. Shown while mounted. */
export function Dialog({ title, onClose, children, footer, size = 'normal', kind = 'dialog' }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // A modal is opened by the browser's call only; closing it gives the focus back, as long as it is still in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="rp-dialog ap-dialog"
      data-size={size}
      role={kind === 'alert' ? 'alertdialog' : undefined}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className="ap-dialog-head">
        <h2 id={heading}>{title}</h2>
        {kind === 'dialog' && <CloseButton onClose={onClose} />}
      </header>
      <div className="ap-dialog-body">{children}</div>
      {footer && <footer className="ap-dialog-foot">{footer}</footer>}
    </dialog>
  );
}

function CloseButton({ onClose }: Pick<DialogProps, 'onClose'>) {
  return (
    <button type="button" className="ap-dialog-close" aria-label={texts.dialog.close} onClick={onClose}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M6 6l12 12M18 6L6 18" />
      </svg>
    </button>
  );
}

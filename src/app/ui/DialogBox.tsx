import { CloseButton } from '@chakra-ui/react/button';
import { Dialog as Chakra } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { type FormEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { useMessages } from '../../messages/useMessages';
import { CloseContext } from './CancelButton';
import { ask } from './questions';
import { ToastSlot } from './ToastSlot';

export interface DialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
  footer?: ReactNode;
  /** 'full' covers the page. The footer then follows the content. */
  size?: 'normal' | 'full';
  /** In an 'alert' or 'question', the focus starts in the body or footer. A 'question' has no close button. */
  kind?: 'dialog' | 'alert' | 'question';
}

export function DialogBox({ title, onClose, children, footer, size = 'normal', kind = 'dialog' }: DialogProps) {
  const messages = useMessages('shell').dialog;
  const { onInput, close } = useClosing(onClose);
  const content = useRef<HTMLDivElement>(null);
  const isFull = size === 'full';
  return (
    <>
      <Chakra.Root
        open
        role={kind === 'dialog' ? 'dialog' : 'alertdialog'}
        recipe={recipe}
        size={isFull ? 'full' : 'md'}
        // Off, because Chakra would handle Escape before an open calendar or suggestion list.
        closeOnEscape={false}
        onEscapeKeyDown={(event) => afterPopups(event, close)}
        initialFocusEl={
          kind !== 'dialog' ? () => content.current?.querySelector<HTMLElement>(FIRST) ?? null : undefined
        }
        closeOnInteractOutside={false}
        // Off, because Chakra returns the focus too late, after the next dialog has taken it.
        restoreFocus={false}
        onOpenChange={({ open }) => !open && close()}
      >
        <Portal>
          <Chakra.Backdrop />
          <Chakra.Positioner>
            <Chakra.Content ref={content} onInput={onInput}>
              <Chakra.Header>
                <Chakra.Title>{title}</Chakra.Title>
                {kind !== 'question' && (
                  <Chakra.CloseTrigger asChild>
                    <CloseButton size="xs" aria-label={messages.close} />
                  </Chakra.CloseTrigger>
                )}
              </Chakra.Header>
              <CloseContext value={() => void close()}>
                <Chakra.Body>
                  {children}
                  <ToastSlot />
                  {footer && isFull && <div className="rp-buttons">{footer}</div>}
                </Chakra.Body>
                {footer && !isFull && <Chakra.Footer>{footer}</Chakra.Footer>}
              </CloseContext>
            </Chakra.Content>
          </Chakra.Positioner>
        </Portal>
      </Chakra.Root>
      <FocusReturn />
    </>
  );
}

const FIRST =
  ':is(.rp-dialog__body, .rp-dialog__footer) :is(a[href], :is(button, input, select, textarea):enabled):not([hidden])';

/** Calls `close` unless a popup in the dialog handles Escape. Chakra calls this function in the capture phase. */
function afterPopups(event: KeyboardEvent, close: () => void): void {
  if (event.repeat) return;
  document.addEventListener('keydown', (arrived) => arrived === event && close(), { once: true });
}

/** Asks before discarding typed text. */
function useClosing(onClose: () => void) {
  const messages = useMessages('shell').dialog;
  const typed = useRef(new Set<TextField>());
  const isAsking = useRef(false);
  const holdsText = () => [...typed.current].some((field) => field.isConnected && field.value.trim() !== '');
  return {
    onInput({ target }: FormEvent) {
      if (isTextField(target)) typed.current.add(target);
    },
    async close() {
      if (isAsking.current) return;
      isAsking.current = true;
      const isSure = !holdsText() || (await ask({ kind: 'confirm', ...messages.discard }));
      isAsking.current = false;
      if (isSure) onClose();
    },
  };
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const OTHER_INPUTS = ['checkbox', 'file', 'password', 'radio'];

function isTextField(target: EventTarget): target is TextField {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !OTHER_INPUTS.includes(target.type);
}

/** Returns the focus on unmount. Must be rendered after the dialog, because React cleans up in tree order. */
function FocusReturn() {
  useLayoutEffect(() => {
    const { activeElement } = document;
    return () => {
      if (activeElement instanceof HTMLElement && activeElement.isConnected) activeElement.focus();
    };
  }, []);
  return null;
}

const column = 'max({spacing.5}, (100% - {sizes.column}) / 2)';

const recipe = defineSlotRecipe({
  className: 'rp-dialog',
  slots: ['backdrop', 'positioner', 'content', 'header', 'title', 'body', 'footer', 'closeTrigger'],
  base: {
    backdrop: { position: 'fixed', inset: '0', zIndex: '30', bg: 'shade' },
    positioner: {
      position: 'fixed',
      inset: '0',
      zIndex: '30',
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
    },
    content: {
      display: 'flex',
      flexDirection: 'column',
      border: '1px solid transparent',
      bg: 'paper',
      color: 'ink',
      overflow: 'hidden',
      outline: '0',
      boxShadow: '0 1.25rem 3rem rgb(15 23 33 / 0.25)',
    },
    header: {
      display: 'flex',
      alignItems: 'flex-start',
      justifyContent: 'space-between',
      gap: '4',
      padding: '{spacing.5} {spacing.5} {spacing.3}',
      '& > .rp-button': { margin: '-0.5rem -0.75rem 0 0' },
    },
    title: { margin: '0', fontSize: 'title2' },
    body: {
      flex: '1',
      overflow: 'auto',
      padding: '{spacing.1} {spacing.5} {spacing.4}',
      '& .rp-buttons': { justifyContent: 'flex-end', marginTop: '5' },
      '& .rp-buttons > .rp-button': { flex: { base: '1 1 8rem', sm: 'none' } },
      '& .rp-buttons > .rp-note': { width: '100%', marginBottom: '0' },
    },
    footer: {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'flex-end',
      gap: '3',
      padding: '{spacing.3} {spacing.5} {spacing.5}',
      '& > .rp-button': { flex: { base: '1 1 8rem', sm: 'none' } },
    },
  },
  variants: {
    size: {
      md: {
        content: { width: 'min(34rem, calc(100vw - 2rem))', maxHeight: 'calc(100dvh - 2rem)', borderRadius: 'card' },
      },
      full: {
        content: { width: '100vw', height: '100dvh' },
        header: { paddingInline: column },
        body: { paddingInline: column },
        footer: { paddingInline: column },
      },
    },
  },
  defaultVariants: { size: 'md' },
});

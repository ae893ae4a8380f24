import { CloseButton } from '@chakra-ui/react/button';
import { Dialog as Chakra } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { type KeyboardEvent, type ReactNode, useLayoutEffect } from 'react';
import texts from '../../../schemas/texts/shell.json';

export interface DialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
  footer?: ReactNode;
  /** 'full' covers the page. */
  size?: 'normal' | 'full';
  /** 'alert' for a question that wants an answer: no closing cross. */
  kind?: 'dialog' | 'alert';
}

/** A modal dialog as Chakra draws it, fetched with the first that opens. */
export function DialogBox({ title, onClose, children, footer, size = 'normal', kind = 'dialog' }: DialogProps) {
  return (
    <>
      <Chakra.Root
        open
        role={kind === 'alert' ? 'alertdialog' : 'dialog'}
        recipe={recipe}
        size={size === 'full' ? 'full' : 'md'}
        // Escape in a calendar or a list of suggestions is theirs, and Chakra would hear it first.
        closeOnEscape={false}
        closeOnInteractOutside={false}
        // It gives the focus back a moment later, and so takes it from what a closed question put it on.
        restoreFocus={false}
        onOpenChange={({ open }) => !open && onClose()}
      >
        <Portal>
          <Chakra.Backdrop />
          <Chakra.Positioner>
            <Chakra.Content onKeyDown={(event) => closeOnEscape(event, onClose)}>
              <Chakra.Header>
                <Chakra.Title>{title}</Chakra.Title>
                {kind === 'dialog' && (
                  <Chakra.CloseTrigger asChild>
                    <CloseButton size="xs" aria-label={texts.dialog.close} />
                  </Chakra.CloseTrigger>
                )}
              </Chakra.Header>
              <Chakra.Body>{children}</Chakra.Body>
              {footer && <Chakra.Footer>{footer}</Chakra.Footer>}
            </Chakra.Content>
          </Chakra.Positioner>
        </Portal>
      </Chakra.Root>
      <FocusReturn />
    </>
  );
}

function closeOnEscape(event: KeyboardEvent, onClose: () => void): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  // A dialog over this one is drawn in it, though not in its element.
  event.preventDefault();
  onClose();
}

/** Gives the focus back to what had it. After the dialog in the tree: React clears up in this order, and the dialog holds the focus until then. */
function FocusReturn() {
  // The focus is the page's.
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
      '& > .rp-button': { margin: '-0.5rem -0.75rem 0 0', fontSize: '1.5rem' },
    },
    title: { margin: '0', fontSize: 'title2' },
    body: {
      flex: '1',
      overflow: 'auto',
      padding: '{spacing.1} {spacing.5} {spacing.4}',
      '& .rp-buttons': { marginTop: '5' },
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

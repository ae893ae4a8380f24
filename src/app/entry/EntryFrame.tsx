import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import shell from '../../../schemas/texts/shell.json';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { Brand, Frame, LegalFooter } from '../shell/Frame';

interface EntryFrameProps {
  /** The subscriber, once it is known whose link this is. */
  subscriber?: { name: string; logo?: string };
  side?: ReactNode;
  help?: { phone?: string; email?: string };
  /** 'narrow' for a few fields. */
  width?: 'narrow' | 'column';
  children: ReactNode;
}

/** The frame of the pages before a session: who it is with, the page, help, and the legal links. */
export function EntryFrame({ subscriber, side, help, width = 'column', children }: EntryFrameProps) {
  const header = (
    <header className="rp-frame__header">
      <div className="rp-frame__row">
        <Brand name={subscriber?.name ?? shell.product} logo={subscriber?.logo} />
        <LanguageSwitch />
      </div>
    </header>
  );
  return (
    <Frame header={header} side={side} help={help} footer={<LegalFooter />} width={width}>
      <Box css={BUTTONS}>{children}</Box>
    </Frame>
  );
}

const BUTTONS = {
  '& .rp-buttons': { marginTop: '5' },
  '& .rp-buttons > .rp-button[data-variant=primary]': { mdDown: { flex: '1 1 100%' } },
} as const;

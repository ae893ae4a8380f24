import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';
import { useMessages } from '../../messages/useMessages';
import { LanguageSwitch } from '../language/LanguageSwitch';
import { Brand, Frame, LegalLinks } from './Frame';

interface PublicFrameProps {
  subscriber?: { name: string; logo?: string };
  side?: ReactNode;
  help?: { phone?: string; email?: string };
  width?: 'narrow' | 'column';
  hasVersion?: boolean;
  children: ReactNode;
}

export function PublicFrame({ subscriber, side, help, width = 'column', hasVersion, children }: PublicFrameProps) {
  const shell = useMessages('shell');
  const header = (
    <header className="rp-frame__header">
      <div className="rp-frame__row">
        <Brand name={subscriber?.name ?? shell.product} logo={subscriber?.logo} />
        <LanguageSwitch />
      </div>
    </header>
  );
  return (
    <Frame header={header} side={side} help={help} footer={<LegalLinks hasVersion={hasVersion} />} width={width}>
      <Box css={BUTTONS}>{children}</Box>
    </Frame>
  );
}

const BUTTONS = {
  '& .rp-buttons': { marginTop: { base: '3', md: '5' } },
  '& .rp-buttons > .rp-button[data-variant=primary]': { mdDown: { flex: '1 1 100%' } },
} as const;

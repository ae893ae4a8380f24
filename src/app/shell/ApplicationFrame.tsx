import type { ReactNode } from 'react';
import { ApplicationHeader } from './ApplicationHeader';
import { useApplication } from './application';
import { Frame } from './Frame';
import { LegalFooter } from './LegalFooter';

/** The frame of every page of someone signed in: their application above, the subscriber's help and the policies below. */
export function ApplicationFrame({ side, children }: { side?: ReactNode; children: ReactNode }) {
  const { phone, email } = useApplication();
  return (
    <Frame header={<ApplicationHeader />} side={side} help={{ phone, email }} footer={<LegalFooter isNewTab />}>
      {children}
    </Frame>
  );
}

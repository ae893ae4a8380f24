import type { ReactNode } from 'react';
import texts from '../../../schemas/texts/shell.json';
import { HelpNote } from './HelpNote';
import './frame.css';

interface FrameProps {
  header?: ReactNode;
  /** Beside the page from 1024 px on, above it before. */
  side?: ReactNode;
  children: ReactNode;
  help?: { phone?: string; email?: string };
  footer?: ReactNode;
  /** 'narrow' for a few fields. */
  width?: 'narrow' | 'column';
}

/** What every page has: skip link, header, main part, and help at the same place. */
export function Frame({ header, side, children, help, footer, width = 'column' }: FrameProps) {
  return (
    <div className="ap-frame">
      <a className="ap-skip" href="#main">
        {texts.skip}
      </a>
      {header}
      <div className="ap-body" data-side={side ? '' : undefined}>
        {side}
        <main id="main" tabIndex={-1} className="ap-main" data-width={width}>
          {children}
          <HelpNote phone={help?.phone || undefined} email={help?.email || undefined} />
        </main>
      </div>
      {footer}
    </div>
  );
}

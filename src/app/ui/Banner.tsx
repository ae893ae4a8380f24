import type { ReactNode } from 'react';
import './banner.css';

interface BannerProps {
  kind: 'info' | 'success' | 'warning' | 'error';
  title?: string;
  /** Its words are read out from elsewhere on the page. */
  isSilent?: boolean;
  children?: ReactNode;
}

/** A message that stays on the page; warnings and errors are read out when they appear. */
export function Banner({ kind, title, isSilent, children }: BannerProps) {
  const role = kind === 'error' || kind === 'warning' ? 'alert' : 'status';
  return (
    <div className="ap-banner" data-kind={kind} role={isSilent ? undefined : role}>
      {title && <p className="ap-banner-title">{title}</p>}
      {children}
    </div>
  );
}

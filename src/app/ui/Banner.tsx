import { Alert } from '@chakra-ui/react/alert';
import type { ReactNode } from 'react';

interface BannerProps {
  kind: 'info' | 'success' | 'warning' | 'error';
  title?: string;
  /** True if the message is announced elsewhere. */
  isSilent?: boolean;
  children?: ReactNode;
}

export function Banner({ kind, title, isSilent, children }: BannerProps) {
  const role = kind === 'error' || kind === 'warning' ? 'alert' : 'status';
  return (
    <Alert.Root status={kind} data-kind={kind} role={isSilent ? undefined : role}>
      <Alert.Indicator aria-hidden="true" />
      <Alert.Content>
        {title && (
          <Alert.Title asChild>
            <p>{title}</p>
          </Alert.Title>
        )}
        {children}
      </Alert.Content>
    </Alert.Root>
  );
}

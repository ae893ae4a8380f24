import { openFirefox } from './firefox';
import type { Tab, Wishes } from './tab';
import { openWebKit } from './webkit';

/** The engines that the walk runs in, with the Debian packages that they need. */
export const engines: Record<string, { packages: string[]; open(wishes?: Wishes): Promise<Tab> }> = {
  firefox: { packages: ['firefox-esr'], open: openFirefox },
  webkit: { packages: ['webkit2gtk-driver', 'xvfb'], open: openWebKit },
};

import { openFirefox } from './firefox';
import type { Preferences, Tab } from './tab';
import { openWebKit } from './webkit';

/** Browser engines to test, with the Debian packages they need. */
export const engines: Record<string, { packages: string[]; open(preferences?: Preferences): Promise<Tab> }> = {
  firefox: { packages: ['firefox-esr'], open: openFirefox },
  webkit: { packages: ['webkit2gtk-driver', 'xvfb'], open: openWebKit },
};
